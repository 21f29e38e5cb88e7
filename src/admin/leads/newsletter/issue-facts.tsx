import type { ReactNode } from 'react';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { DefinitionList } from '#admin/frame/blocks.tsx';
import { Time } from '#admin/frame/times.tsx';
import { WorkProgress } from '#admin/frame/work-progress.tsx';
import { countDone, countRecipients } from '#core/leads/issues/issue.model.ts';
import type { IssueDetail } from '#core/leads/issues/issues.ts';
import { formatNumber } from '#ui/format.ts';
import type { NamedIndustry } from './issue-form.tsx';
import { countPeople, describeAudience, recipientNames } from './issue-words.tsx';

/** What became of an issue that is no longer a draft. */
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
          Skipped: unsubscribed or erased meanwhile. Unclear: the mail server’s answer was lost, and
          nothing is sent twice.
        </p>
      )}
    </AdminSection>
  );
}

const Progress = ({ counts }: Pick<IssueDetail, 'counts'>) => (
  <WorkProgress done={countDone(counts)} total={countRecipients(counts)} />
);
