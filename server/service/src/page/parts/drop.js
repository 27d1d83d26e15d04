// A file that is dropped on a field of lines is read into it. The page is whole without this file.
'use strict';
document.addEventListener('drop', async (event) => {
  const [file] = event.dataTransfer?.files ?? [];
  const field = event.target.closest?.('textarea');
  if (!file || !field) return;
  event.preventDefault();
  field.value = await file.text();
});
document.addEventListener('dragover', (event) => {
  if (event.target.closest?.('textarea')) event.preventDefault();
});
