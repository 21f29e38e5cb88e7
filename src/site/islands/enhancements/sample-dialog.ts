import { pageConstants } from '#site/page-constants.ts';

const sampleDialogSeenKey = 'sampleDialogSeen';

/** True while a dialog would disturb: another one is open, or the visitor is filling in a form. */
function isVisitorBusy(): boolean {
  if (document.querySelector('dialog[open], :popover-open')) return true;
  if (document.activeElement?.matches('input, textarea, select')) return true;
  const textFields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type=hidden], [type=radio], [type=checkbox]), textarea',
  );
  return [...textFields].some((field) => field.value !== field.defaultValue);
}

/** Every dialog closes with a click beside it. */
export function closeDialogsOnOutsideClick(): void {
  for (const dialog of document.querySelectorAll('dialog'))
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
}

/**
 * The dialog of sample reports opens by itself, once a visit, while the visitor is idle; its form
 * comes just before.
 */
export function openSampleDialogOnce(startIsland: (island: HTMLElement) => void): void {
  const sampleDialog = document.getElementById('sample-dialog') as HTMLDialogElement | null;
  if (!sampleDialog || sessionStorage.getItem(sampleDialogSeenKey)) return;
  const waitAndOpen = (): void =>
    void setTimeout(() => void openWhenIdle(), pageConstants.sampleDialogDelayMs);
  const openWhenIdle = async (): Promise<void> => {
    if (isVisitorBusy()) return waitAndOpen();
    const { bringForm } = await import('./bring-form.ts');
    if (!(await bringForm(sampleDialog, startIsland))) return;
    if (isVisitorBusy()) return waitAndOpen();
    sessionStorage.setItem(sampleDialogSeenKey, '1');
    sampleDialog.showModal();
  };
  waitAndOpen();
}
