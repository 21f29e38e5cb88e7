import type { ReactNode } from 'react';

/**
 * A second step before something that can't be undone: a button opens the form in a dialog.
 * A popover, which opens and closes without script; it takes the focus, so that Enter confirms
 * nothing before the question was read.
 */
export function ConfirmDialog(props: {
  readonly id: string;
  readonly title: string;
  readonly openLabel: string;
  /** The button's name for screen readers if the same button is in many rows. */
  readonly openName?: string;
  readonly isDangerous?: boolean;
  /** The form, with its own button to send. */
  readonly children: ReactNode;
}) {
  const { id, title, openLabel, openName, isDangerous, children } = props;
  return (
    <>
      <button
        type="button"
        className="admin-button"
        data-danger={isDangerous || undefined}
        popoverTarget={id}
        aria-label={openName}
      >
        {openLabel}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        tabIndex={-1}
        autoFocus
        aria-labelledby={`${id}-title`}
        className="admin-dialog"
      >
        <h2 id={`${id}-title`}>{title}</h2>
        {children}
        <button
          type="button"
          className="admin-button"
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          Cancel
        </button>
      </div>
    </>
  );
}
