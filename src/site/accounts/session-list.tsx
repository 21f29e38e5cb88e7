import type { Session } from '#core/accounts/model.ts';
import { useDateFormat } from '#ui/store-zone.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { describeBrowser } from './describe-browser.ts';

/** The browsers that are logged in to the account, and a button that logs out all others. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const formatInstant = useDateFormat();
  return (
    <form method="post" className="sheet grid content-start gap-3 p-5">
      <h2 className="text-[22px]">Sessions</h2>
      <input type="hidden" name="what" value="sessions" />
      <ul className="text-[15px]">
        {sessions.map(({ createdAt, userAgent, isCurrent }) => (
          <li key={createdAt + userAgent} className="border-t border-rule py-2">
            <span className="block" title={userAgent}>
              {describeBrowser(userAgent)}
            </span>
            <span className="label">
              Since {formatInstant(createdAt)}
              {isCurrent ? ' · this browser' : ''}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <SubmitButton
          busyLabel="Logging out…"
          className="button quiet"
          disabled={sessions.length < 2}
        >
          Log out all other sessions
        </SubmitButton>
      </p>
    </form>
  );
}
