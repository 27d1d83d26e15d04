// Counts the time, takes over the numbers of a sweep as they are told, and asks for the page anew when it has ended.
const shown = document.getElementById('progress');
const bar = shown.querySelector('progress');
const time = document.querySelector('.time');
const begun = Date.now() - 1000 * time.dataset.seconds;
setInterval(() => {
  const seconds = Math.round((Date.now() - begun) / 1000);
  time.textContent = `${seconds} second${seconds === 1 ? '' : 's'}`;
}, 1000);
const events = new EventSource(shown.dataset.events);
events.addEventListener('progress', ({ data }) => {
  const { done, failed } = JSON.parse(data);
  bar.value = done + failed;
  shown.querySelector('.done').textContent = done;
  shown.querySelector('.failed').textContent = failed;
});
events.addEventListener('end', () => {
  events.close();
  location.reload();
});
// A connection that broke comes back by itself; a sweep that nobody knows any more does not.
events.addEventListener('error', () => events.readyState === EventSource.CLOSED && location.reload());
