import { pageConstants } from '#site/page-constants.ts';

const sampleDialogSeenKey = 'sampleDialogSeen';

/** True while the visitor is in the middle of something that a dialog would disturb. */
function isVisitorBusy(): boolean {
  if (document.querySelector('dialog[open], :popover-open')) return true;
  if (document.activeElement?.matches('input, textarea, select')) return true;
  const typed = [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input:not([type=hidden], [type=radio], [type=checkbox]), textarea',
    ),
  ];
  return typed.some((field) => field.value !== field.defaultValue);
}

/** Dialogs close with a press beside them. The one of sample reports opens by itself, once a visit, and never in the way. */
export function enhanceDialogs(): void {
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
  }
  const sampleDialog = document.getElementById('sample-dialog') as HTMLDialogElement | null;
  if (!sampleDialog || sessionStorage.getItem(sampleDialogSeenKey)) return;
  const openWhenIdle = (): void => {
    if (isVisitorBusy()) return void setTimeout(openWhenIdle, pageConstants.sampleDialogDelayMs);
    sessionStorage.setItem(sampleDialogSeenKey, '1');
    sampleDialog.showModal();
  };
  setTimeout(openWhenIdle, pageConstants.sampleDialogDelayMs);
}

/** The licence that was chosen for a report stays chosen on every page that offers it, and in its links to the checkout. */
export function rememberLicence(): void {
  const key = (code: string): string => `licence ${code}`;
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-offer]')) {
    const code = form.dataset['offer'] ?? '';
    const savedLicence = sessionStorage.getItem(key(code));
    const radio =
      savedLicence &&
      form.querySelector<HTMLInputElement>(
        `input[name="type"][value="${CSS.escape(savedLicence)}"]`,
      );
    if (radio) radio.checked = true;
    form.addEventListener('change', (event) => {
      const { name, value } = event.target as HTMLInputElement;
      if (name === 'type') sessionStorage.setItem(key(code), value);
    });
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/buy-now?"]')) {
    const url = new URL(link.href);
    const kept = sessionStorage.getItem(key(url.searchParams.get('id') ?? ''));
    if (!kept) continue;
    url.searchParams.set('type', kept);
    link.href = url.href;
  }
}
