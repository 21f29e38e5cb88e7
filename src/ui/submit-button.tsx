import type { ButtonHTMLAttributes } from 'react';

/**
 * The button that sends a form. It says `busyLabel` while it sends: in a plain form by the
 * enhancement `send-once`, in an island by `isSending`. It keeps the focus, since it is not disabled.
 * If only a part of its content is the label, that part has `data-label`.
 */
export function SubmitButton({
  busyLabel,
  isSending = false,
  className = 'button',
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly busyLabel: string;
  readonly isSending?: boolean;
}) {
  return (
    <button
      className={className}
      data-busy-label={busyLabel}
      aria-disabled={isSending ? true : undefined}
      {...rest}
    >
      {isSending ? busyLabel : children}
    </button>
  );
}
