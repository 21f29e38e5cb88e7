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

/** The ends of a report's life, and its code; nothing for people who may change neither. */
export function LifeForms({ head, rights, findRejected }: LifeProps) {
  const { mayWithdraw, mayBin, mayDelete, mayChangeCode } = rights;
  const isInBin = head.state === 'bin';
  if (!Object.values(rights).includes(true)) return null;
  const step = (intent: string, label: string, text: string) => (
    <Step key={intent} {...{ intent, label, text }} rejected={findRejected(intent)} />
  );
  return (
    <AdminSection title="Withdraw, code and bin">
      {mayChangeCode && <CodeForm code={head.code} rejected={findRejected('code')} />}
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
            'Visitors no longer find it. You can take it out again for 30 days. Buyers keep ' +
              'their files.',
          )}
        {mayBin &&
          isInBin &&
          step('unbin', 'Take out of the bin…', 'It returns to its earlier state.')}
        {mayDelete &&
          isInBin &&
          step(
            'delete',
            'Delete permanently…',
            'Nothing of the report is kept. This can’t be undone.',
          )}
      </div>
    </AdminSection>
  );
}

type Rejected = ReturnType<LifeProps['findRejected']>;

const CodeForm = ({ code, rejected }: { readonly code: string; readonly rejected: Rejected }) => (
  <AdminForm intent="code" rejected={rejected}>
    <TextField
      label="Code"
      hint={
        'Orders keep the code they were placed with. Once a report has been sold, only an ' +
        'owner can change its code.'
      }
      required
      {...fieldProps('code', code, rejected)}
    />
    <p>
      <SubmitButton className="admin-button" busyLabel="Changing…">
        Change the code
      </SubmitButton>
    </p>
  </AdminForm>
);

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
