/** What stands below a field about what others have written in it. Texts of others are only texts. */
export type Note = {
  readonly text: string;
  readonly theirs: string;
  readonly mine?: string;
  readonly actions: readonly { readonly label: string; readonly run: () => void }[];
};

/** Shows the note below the field, in the place of an earlier one. */
export function showNote(box: HTMLElement, note: Note): void {
  const place = box.querySelector<HTMLElement>('[data-note]');
  if (!place) return;
  const buttons = note.actions.map(({ label, run }) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'admin-button';
    button.textContent = label;
    button.addEventListener('click', () => {
      place.hidden = true;
      run();
    });
    return button;
  });
  const bar = document.createElement('div');
  bar.className = 'admin-buttons';
  bar.append(...buttons);
  const texts = [
    createText('p', note.text),
    ...(note.mine === undefined ? [] : [createText('h4', 'Yours'), createText('pre', note.mine)]),
    ...(note.mine === undefined ? [] : [createText('h4', 'Theirs')]),
    createText('pre', note.theirs),
  ];
  place.replaceChildren(...texts, bar);
  place.setAttribute('role', 'status');
  place.hidden = false;
}

function createText(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text === '' ? '(nothing)' : text;
  return element;
}
