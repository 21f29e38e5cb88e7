import { SubmitButton } from '#ui/submit-button.tsx';
import { FormKey } from './form-key.tsx';

/** A form of one button that does one thing. */
export function IntentButton(props: {
  readonly intent: string;
  readonly label: string;
  readonly busyLabel: string;
  /** The button's name for screen readers if the same button is in many rows. */
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly action?: string;
  readonly isMain?: boolean;
}) {
  const { intent, label, busyLabel, name, fields = {}, action, isMain } = props;
  return (
    <form method="post" action={action}>
      <FormKey />
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <SubmitButton
        className={isMain ? 'button' : 'admin-button'}
        busyLabel={busyLabel}
        aria-label={name}
      >
        {label}
      </SubmitButton>
    </form>
  );
}
