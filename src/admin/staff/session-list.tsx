import { AdminForm } from '#admin/frame/admin-form.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { StaffSession } from '#core/staff/model.ts';
import { describeBrowser } from '#site/accounts/describe-browser.ts';
import { findRejectedForm, type FormAnswer } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

type Props = {
  readonly sessions: readonly StaffSession[];
  readonly answer: FormAnswer | undefined;
};

/** One's own signed-in browsers, each to be ended but this one. */
export function SessionList({ sessions, answer }: Props) {
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
        <AdminForm intent="end-others" rejected={undefined}>
          <p>
            <SubmitButton className="admin-button" busyLabel="Ending…">
              End all others
            </SubmitButton>
          </p>
        </AdminForm>
      )}
    </>
  );
}
