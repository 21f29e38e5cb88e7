import { MailServerAlert } from '#admin/system/mail-server-alert.tsx';
import { formatCount } from '#ui/format.ts';
import type { HomeFigures } from './load-home.ts';

/** What keeps emails from arriving, and needs somebody. */
export function MailAlerts({ figures }: { readonly figures: HomeFigures }) {
  const { attention = [], troubles, stoppedIssues = [] } = figures;
  const undelivered = attention.filter(({ reason }) => reason === 'email').length;
  return (
    <>
      {troubles && <MailServerAlert {...troubles} />}
      {stoppedIssues.map(({ id, subject, stopReason }) => (
        <div key={id} role="alert" className="error">
          <p>
            <b>The newsletter stopped:</b> the mail server refuses “{subject}”. It said:{' '}
            <code>{stopReason}</code>
          </p>
          <p>
            <a href={`/admin/issues/${id}`}>Continue it there</a> once that is mended.
          </p>
        </div>
      ))}
      {undelivered > 0 && (
        <p role="alert" className="error">
          <a href="/admin/attention?reason=email">
            Emails about {formatCount(undelivered, 'order')} did not arrive
          </a>
        </p>
      )}
    </>
  );
}
