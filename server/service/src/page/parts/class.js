// Puts the counts of a class in place of those before. They are drawn by the service, and so is the
// page of a class that has ended.
const counts = document.querySelector('main [data-events]');
new EventSource(counts.dataset.events).addEventListener('counts', ({ data, target }) => {
  counts.innerHTML = data;
  if (!counts.querySelector('[data-ended]')) return;
  target.close();
  location.reload();
});
// Students need the whole address.
const door = document.querySelector('.hall a');
door.textContent = door.host + door.pathname;
