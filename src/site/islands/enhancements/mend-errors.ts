import { describeErrorCount } from '#ui/error-count.ts';

/**
 * The error of a plain form's field goes as soon as the field is valid, with its line in the summary
 * of errors. Forms of islands see to that themselves.
 */
export function clearMendedErrors(): void {
  document.addEventListener('input', ({ target }) => {
    const isField =
      target instanceof HTMLInputElement ||
      target instanceof HTMLSelectElement ||
      target instanceof HTMLTextAreaElement;
    if (!isField || target.ariaInvalid !== 'true' || target.closest('[data-island]')) return;
    if (target.validity.valid) clearError(target);
  });
}

function clearError(field: HTMLElement): void {
  field.ariaInvalid = null;
  const error = document.getElementById(`${field.id}-error`);
  const others = field.getAttribute('aria-describedby')?.replace(`${field.id}-error`, '').trim();
  if (others) field.setAttribute('aria-describedby', others);
  else field.removeAttribute('aria-describedby');
  error?.remove();
  document.querySelector(`[data-error-summary] [href="#${field.id}"]`)?.closest('li')?.remove();
  for (const summary of document.querySelectorAll('[data-error-summary]')) {
    const count = summary.querySelectorAll('li').length;
    const heading = summary.querySelector('p');
    if (heading) heading.textContent = describeErrorCount(count);
    if (count === 0) summary.closest('[role="alert"]')?.remove();
  }
}
