type Wanted = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Where only these can be chosen: values with their words. */
  readonly options?: readonly (readonly [value: string, label: string])[];
};

/** Asks for some texts in a dialog; undefined where it is cancelled. */
export function askFor(
  title: string,
  wanted: readonly Wanted[],
): Promise<Readonly<Record<string, string>> | undefined> {
  const dialog = document.createElement('dialog');
  dialog.className = 'admin-dialog';
  dialog.setAttribute('aria-label', title);
  const form = document.createElement('form');
  form.method = 'dialog';
  form.className = 'admin-form';
  const inputs = wanted.map((one) => {
    const { label } = one;
    const input = createControl(one);
    const field = document.createElement('label');
    field.className = 'field';
    field.append(label, input);
    form.append(field);
    return input;
  });
  const done = document.createElement('button');
  Object.assign(done, { className: 'button', value: 'ok', textContent: title });
  const cancel = document.createElement('button');
  Object.assign(cancel, { className: 'admin-button', value: '', textContent: 'Cancel' });
  const bar = document.createElement('div');
  bar.className = 'admin-buttons';
  bar.append(done, cancel);
  form.append(bar);
  dialog.append(form);
  // Outside of the editor's form, which it must not be sent with.
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      const given = inputs.map(({ name, value }) => [name, value] as const);
      resolve(dialog.returnValue === 'ok' ? Object.fromEntries(given) : undefined);
      dialog.remove();
    });
  });
}

function createControl({ name, value, options }: Wanted): HTMLInputElement | HTMLSelectElement {
  const control = document.createElement(options ? 'select' : 'input');
  if (control instanceof HTMLSelectElement)
    control.append(...(options ?? []).map(([key, label]) => new Option(label, key)));
  return Object.assign(control, { name, value });
}
