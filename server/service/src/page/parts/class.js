// Puts the counts of a class in place of those before. They are drawn by the service.
const counts = document.querySelector('main [data-events]');
new EventSource(counts.dataset.events).addEventListener('counts', ({ data }) => { counts.innerHTML = data; });
// Students need the whole address.
const door = document.querySelector('.hall a');
door.textContent = door.host + door.pathname;
