import type { RefusedSender } from '#core/system/model.ts';
import { Time } from '#admin/frame/times.tsx';
import { formatCount } from '#ui/format.ts';

/** No email of the store goes out, and only the publisher can change that. */
const RefusedSenderAlert = ({ emails, reason }: RefusedSender) => (
  <div role="alert" className="error">
    <p>
      <b>The mail server refuses this store.</b> {formatCount(emails, 'email')}{' '}
      {emails === 1 ? 'waits' : 'wait'} and {emails === 1 ? 'is' : 'are'} tried again. Check
      SMTP_URL, the sender’s address and the limits of your mail provider.
    </p>
    <p>
      It said: <code>{reason}</code>
    </p>
  </div>
);

/** Warns if the mail server refuses this store, or takes nothing. */
export function MailServerAlert(props: {
  readonly refusedSender: RefusedSender | undefined;
  /** Since when it has taken no email. */
  readonly noEmailSince: Date | undefined;
}) {
  const { refusedSender, noEmailSince } = props;
  if (refusedSender) return <RefusedSenderAlert {...refusedSender} />;
  if (!noEmailSince) return null;
  return (
    <div role="alert" className="error">
      <p>
        <b>The mail server takes no email</b> since <Time at={noEmailSince} />. What waits is tried
        again by itself; customers read on the pages that their email is late.
      </p>
    </div>
  );
}
