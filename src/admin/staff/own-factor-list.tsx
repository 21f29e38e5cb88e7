import { AdminForm } from '#admin/frame/admin-form.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { Factor } from '#core/staff/model.ts';
import { findRejectedForm, type FormAnswer } from '#site/form-fields.ts';
import { formatCount } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

type Props = { readonly factors: readonly Factor[]; readonly answer: FormAnswer | undefined };

/** One's own passkeys and apps, each to be removed, and how many recovery codes are left. */
export function OwnFactorList({ factors, answer }: Props) {
  const codes = factors.find(({ kind }) => kind === 'recovery');
  const others = factors.filter(({ kind }) => kind !== 'recovery');
  const rejected = findRejectedForm(answer, 'remove-factor');
  return (
    <>
      {rejected && <p role="alert">{rejected.message}</p>}
      {others.length === 0 && <p>You have no passkey and no authenticator app.</p>}
      <ul className="admin-rows">
        {others.map((factor) => (
          <li key={factor.id}>
            <FactorLine factor={factor} />
            <ConfirmDialog
              id={`remove-${factor.id}`}
              title={`Remove “${factor.name}”?`}
              openLabel="Remove"
              isDangerous
            >
              <AdminForm intent="remove-factor" rejected={undefined}>
                <input type="hidden" name="factor" value={factor.id} />
                <SubmitButton busyLabel="Removing…">Remove</SubmitButton>
              </AdminForm>
            </ConfirmDialog>
          </li>
        ))}
      </ul>
      <p>
        {codes
          ? `${formatCount(codes.codesLeft ?? 0, 'recovery code')} left.`
          : 'No recovery codes.'}
      </p>
      <AdminForm intent="recovery-codes" rejected={findRejectedForm(answer, 'recovery-codes')}>
        <p>
          <SubmitButton className="admin-button" busyLabel="Making them…">
            Make ten new recovery codes
          </SubmitButton>
        </p>
      </AdminForm>
    </>
  );
}

/** Its name, since when it is there, and when it was last used. */
export const FactorLine = ({ factor }: { readonly factor: Factor }) => (
  <span>
    <b>{factor.name}</b>, since <Time at={factor.createdAt} />
    {factor.lastUsedAt && (
      <>
        , last used <Time at={factor.lastUsedAt} />
      </>
    )}
    {factor.codesLeft !== undefined && `, ${factor.codesLeft} left`}
  </span>
);
