type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * How long a text is: beside what search engines show of it if its field is marked
 * `data-ideal-length`, and beside what is taken at all if it is marked `data-most-length`.
 */
export function showTextLengths(): void {
  const marked = '[data-ideal-length], [data-most-length]';
  for (const field of document.querySelectorAll<Field>(marked)) {
    const note = document.createElement('p');
    note.className = 'admin-by';
    field.after(note);
    const show = (): void => {
      note.textContent = describeLength(field);
    };
    // A text that is written by a script, and not typed, says so with "written".
    for (const event of ['input', 'written']) field.addEventListener(event, show);
    show();
  }
  for (const shown of document.querySelectorAll<HTMLElement>('[data-shows]')) followFields(shown);
}

function describeLength({ value, dataset }: Field): string {
  const length = Array.from(value.trim()).length;
  const { idealLength, mostLength } = dataset;
  if (mostLength !== undefined)
    return `${length} of ${mostLength} characters${length > Number(mostLength) ? ': too long to be published' : ''}`;
  const isLong = length > Number(idealLength);
  return `${length} of about ${idealLength} characters${isLong ? ': its end will be cut' : ''}`;
}

/** A line of the search result says the first of its fields that is not empty. */
function followFields(shown: HTMLElement): void {
  const { shows = '', otherwise = '' } = shown.dataset;
  const fields = shows.split(' ').flatMap((name) => {
    const field = shown.closest('form')?.elements.namedItem(name);
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? [field] : [];
  });
  const show = (): void => {
    const text = fields.map(({ value }) => value.trim()).find((value) => value !== '');
    shown.textContent = text ?? otherwise;
  };
  for (const field of fields) field.addEventListener('input', show);
}
