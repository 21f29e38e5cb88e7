/**
 * The only script that a page of the back office loads by itself. Everything works without it; it
 * adds shortcuts, sends forms once, and hydrates each island when it is about to be used.
 */
import { clearMendedErrors } from '#site/islands/enhancements/mend-errors.ts';
import { sendFormsOnce } from '#site/islands/enhancements/send-once.ts';
import { offerSelectAll } from '../enhancements/select-all.ts';

/** Every island by the name in its `data-island`; each module's default export is its component. */
export const islands = {} as const;

clearMendedErrors();
sendFormsOnce();
offerSelectAll();
// Something is going on, and the page shows how far it is.
if (document.querySelector('[data-refresh]')) setTimeout(() => location.reload(), 2000);
if (document.querySelector('[data-report-editor]'))
  void import('../enhancements/report-editor/index.ts').then((editor) =>
    editor.connectReportEditor(),
  );
