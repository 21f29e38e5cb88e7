import type { ReactNode } from 'react';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { DefinitionList } from '#admin/frame/blocks.tsx';
import { Time } from '#admin/frame/times.tsx';
import { WorkProgress } from '#admin/frame/work-progress.tsx';
import {
  countDone,
  countRecipients,
  type UnsettledRecipient,
} from '#core/leads/issues/issue.model.ts';
import type { IssueDetail } from '#core/leads/issues/issues.ts';
import { formatNumber } from '#ui/format.ts';
import type { NamedIndustry } from './issue-form.tsx';
import { countPeople, describeAudience, recipientNames } from './issue-words.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';

/** The outcome of an issue that is no longer a draft. */
export function IssueFacts(props: {
  readonly industries: readonly NamedIndustry[];
  readonly detail: IssueDetail;
}) {
  const { industries, detail } = props;
  const { issue, counts, audience } = detail;
  const { startedAt, finishedAt, sendAt } = issue;
  const times: readonly (readonly [string, ReactNode])[] = [
    ...(sendAt ? [['Will be sent', <Time key="at" at={sendAt} />] as const] : []),
    ...(startedAt ? [['Begun', <Time key="begun" at={startedAt} />] as const] : []),
    ...(finishedAt ? [['Done', <Time key="done" at={finishedAt} />] as const] : []),
  ];
  return (
    <AdminSection title="Sending">
      {issue.stopReason !== null && (
        <div role="alert" className="error">
          <p>
            <b>Sending stopped by itself:</b> the mail server refuses it, whomever it is for. Nobody
            counts as bounced. Continue once that is mended.
          </p>
          <p>
            It said: <code>{issue.stopReason}</code>
          </p>
        </div>
      )}
      {issue.state === 'sending' && <Progress counts={counts} />}
      <DefinitionList
        rows={[
          ['For', describeAudience(issue.industryIds, industries)],
          ...times,
          ...(startedAt
            ? [
                ['Recipients', formatNumber(countRecipients(counts))] as const,
                ...recipientNames.map(
                  ([name, label]) => [label, formatNumber(counts[name])] as const,
                ),
              ]
            : [['Would go to', countPeople(audience)] as const]),
          ['Preheader', issue.preheader || 'None'],
          ['Last changed', issue.changedBy ? `By ${issue.changedBy}` : 'As a sample'],
        ]}
      />
      {startedAt && (
        <p className="admin-by">
          Skipped: unsubscribed or erased meanwhile. Unclear: the mail server’s answer was lost,
          also when it was sent once more. Failed: it was refused or could not be sent again and
          again.
        </p>
      )}
      <Unsettled unsettled={detail.unsettled} />
    </AdminSection>
  );
}

const Progress = ({ counts }: Pick<IssueDetail, 'counts'>) => (
  <WorkProgress done={countDone(counts)} total={countRecipients(counts)} />
);

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
const Unsettled = (props: { readonly unsettled: readonly UnsettledRecipient[] }) =>
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
