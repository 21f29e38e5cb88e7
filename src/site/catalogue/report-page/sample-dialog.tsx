import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { Icon } from '#ui/icon.tsx';

/**
 * A dialog with the contact form; it opens by itself once a visit (enhancements/sample-dialog.ts). The
 * form comes from the contact page when it opens: few visitors see it, and its options are 500
 * elements.
 */
export function SampleDialog() {
  return (
    <dialog id="sample-dialog" className="modal" aria-labelledby="sample-dialog-title">
      <div className="p-6">
        <div className="mb-3 flex items-start justify-between gap-4">
          <h2 id="sample-dialog-title" className="text-[24px]">
            {texts.sampleDialogTitle}
          </h2>
          <form method="dialog">
            <button className="grid size-11 place-items-center" aria-label="Close">
              <Icon name="close" />
            </button>
          </form>
        </div>
        <p className="mb-4 text-muted">
          Tell us which markets you follow, and we will send you matching samples.
        </p>
        <div data-form-of={paths.contact()} />
      </div>
    </dialog>
  );
}
