import type { RefusedSender } from '#core/system/model.ts';
import { formatCount } from '#ui/format.ts';

/** No email of the store goes out, and only the publisher can change that. */
export const RefusedSenderAlert = ({ emails, reason }: RefusedSender) => (
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
