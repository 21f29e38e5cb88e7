import { IntentButton } from '#admin/frame/intent-button.tsx';
import type { UnsettledRecipient } from '#core/leads/issues/issue.model.ts';

const words = {
  unclear: {
    title: 'May or may not have it',
    all: 'Send again to all of these',
  },
  failed: {
    title: 'Given up',
    all: 'Try all of these again',
  },
} as const;

/** Whom an issue did not certainly reach: each can be sent it again. */
export const Unsettled = (props: { readonly unsettled: readonly UnsettledRecipient[] }) =>
  (['unclear', 'failed'] as const).map((state) => {
    const rows = props.unsettled.filter((row) => row.state === state);
    if (rows.length === 0) return null;
    return (
      <details key={state} open={rows.length <= 10}>
        <summary>
          {words[state].title} ({rows.length})
        </summary>
        <ul className="admin-rows">
          {rows.map(({ id, email, answer }) => (
            <li key={id}>
              <span>
                {email}
                {answer && <code className="block">{answer}</code>}
              </span>
              <IntentButton
                intent={`again-${state}`}
                label="Send again"
                busyLabel="Sending…"
                name={`Send again to ${email}`}
                fields={{ recipient: String(id) }}
              />
            </li>
          ))}
        </ul>
        {rows.length > 1 && (
          <IntentButton intent={`again-${state}`} label={words[state].all} busyLabel="Sending…" />
        )}
      </details>
    );
  });
