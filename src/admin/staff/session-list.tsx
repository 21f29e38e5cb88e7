import { AdminForm } from '#admin/frame/admin-form.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { StaffSession } from '#core/staff/model.ts';
import { describeBrowser } from '#site/accounts/describe-browser.ts';
import { findRejectedForm, type FormAnswer } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

type Props = {
  readonly sessions: readonly StaffSession[];
  readonly answer: FormAnswer | undefined;
  /** The button that ends several. */
  readonly endMore: { readonly intent: string; readonly label: string };
};

/** Signed-in browsers of one person, each to be ended but the one that asks. */
export function SessionList({ sessions, answer, endMore }: Props) {
  const rejected = findRejectedForm(answer, 'end-session');
  return (
    <>
      {rejected && <p role="alert">{rejected.message}</p>}
      <ul className="admin-rows">
        {sessions.map((session) => (
          <li key={session.id}>
            <span>
              <b title={session.userAgent}>{describeBrowser(session.userAgent)}</b>, {session.ip},
              last used <Time at={session.lastUsedAt} />
            </span>
            {session.isCurrent ? (
              <span>This one</span>
            ) : (
              <AdminForm intent="end-session" rejected={undefined} className="">
                <input type="hidden" name="session" value={session.id} />
                <SubmitButton className="admin-button" busyLabel="Ending…">
                  End
                </SubmitButton>
              </AdminForm>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <AdminForm intent={endMore.intent} rejected={undefined}>
          <p>
            <SubmitButton className="admin-button" busyLabel="Ending…">
              {endMore.label}
            </SubmitButton>
          </p>
        </AdminForm>
      )}
    </>
  );
}
