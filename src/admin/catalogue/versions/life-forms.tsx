import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import type { ReportHead } from '../editor/report-frame.tsx';

export type LifeRights = {
  readonly mayWithdraw: boolean;
  readonly mayBin: boolean;
  readonly mayDelete: boolean;
  readonly mayChangeCode: boolean;
};

type LifeProps = {
  readonly head: ReportHead;
  readonly rights: LifeRights;
  readonly findRejected: (intent: string) => RejectedForm | undefined;
};

/** The ends of a report's life, and its code. */
export function LifeForms({ head, rights, findRejected }: LifeProps) {
  const { mayWithdraw, mayBin, mayDelete, mayChangeCode } = rights;
  const isInBin = head.state === 'bin';
  const step = (intent: string, label: string, text: string) => (
    <Step key={intent} {...{ intent, label, text }} rejected={findRejected(intent)} />
  );
  return (
    <AdminSection title="Withdraw, code and bin">
      {mayChangeCode && (
        <AdminForm intent="code" rejected={findRejected('code')}>
          <TextField
            label="Code"
            hint={
              'Orders keep the code that they were placed with. Of a report that was sold only ' +
              'the owner changes it.'
            }
            {...fieldProps('code', head.code, findRejected('code'))}
          />
          <p>
            <SubmitButton className="admin-button" busyLabel="Changing…">
              Change the code
            </SubmitButton>
          </p>
        </AdminForm>
      )}
      <div className="admin-buttons">
        {mayWithdraw &&
          head.state === 'published' &&
          step(
            'withdraw',
            'Withdraw…',
            'Its page says that it is no longer sold. Buyers keep their files.',
          )}
        {mayBin &&
          !isInBin &&
          step(
            'bin',
            'Move to bin…',
            'It is found nowhere. You can take it out for 30 days. Buyers keep their files.',
          )}
        {mayBin &&
          isInBin &&
          step('unbin', 'Take out of the bin…', 'It is again what it was before.')}
        {mayDelete &&
          isInBin &&
          step('delete', 'Delete for ever…', 'Nothing of it is left. This can’t be undone.')}
      </div>
    </AdminSection>
  );
}

const Step = ({
  intent,
  label,
  text,
  rejected,
}: {
  readonly intent: string;
  readonly label: string;
  readonly text: string;
  readonly rejected: RejectedForm | undefined;
}) => (
  <>
    {rejected && <p className="error">{rejected.message}</p>}
    <ConfirmDialog
      id={`confirm-${intent}`}
      title={label.replace('…', '?')}
      openLabel={label}
      isDangerous={intent === 'delete'}
    >
      <p>{text}</p>
      <AdminForm intent={intent} rejected={undefined}>
        <SubmitButton busyLabel="One moment…">{label.replace('…', '')}</SubmitButton>
      </AdminForm>
    </ConfirmDialog>
  </>
);
