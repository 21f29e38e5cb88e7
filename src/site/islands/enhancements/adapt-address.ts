/**
 * The checkout's address follows the chosen country: its phone code stands in front of the number,
 * and postal code and city are in the order of its addresses.
 */
export function adaptAddress(): void {
  const code = document.querySelector<HTMLElement>('[data-phone-code]');
  const form = code?.closest('form');
  const country = form?.querySelector<HTMLSelectElement>('[name="country"]');
  const phone = form?.querySelector<HTMLInputElement>('[name="mobile_no"]');
  const town = form?.querySelector('[data-town]');
  if (!code || !form || !country || !phone || !town) return;
  const update = (): void => {
    const option = country.selectedOptions[0];
    const found = /\((\+\d+)\)$/.exec(option?.text ?? '')?.[1];
    code.textContent = /^(\+|00)/.test(phone.value) ? '' : (found ?? '');
    const [first] = town.children;
    const isCityFirst = first?.querySelector('[name="city"]') !== null;
    if (first && isCityFirst !== (option?.dataset['cityFirst'] !== undefined)) town.append(first);
    // The pattern is that of the country which the page was sent with.
    if (!option?.defaultSelected) town.querySelector('[pattern]')?.removeAttribute('pattern');
  };
  form.addEventListener('input', update);
  update();
}
