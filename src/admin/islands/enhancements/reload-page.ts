/** Between two looks at how far the work is. */
const pauseMs = 2000;

/** True while a reload would take something from who is at the page: their place, a chosen file. */
const isFormInUse = (): boolean =>
  document.activeElement?.closest('form, dialog, [popover]') != null ||
  [...document.querySelectorAll<HTMLInputElement>('input[type=file]')].some(
    ({ files }) => files !== null && files.length > 0,
  );

/** A page that shows the progress of something loads itself again, unless a form is being used. */
export function reloadWhileWorkGoesOn(): void {
  if (!document.querySelector('[data-refresh]')) return;
  setInterval(() => {
    if (!isFormInUse()) location.reload();
  }, pauseMs);
}
