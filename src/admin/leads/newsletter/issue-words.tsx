import { Badge } from '#admin/frame/blocks.tsx';
import type { IssueState, RecipientState } from '#core/leads/issues/issue.model.ts';
import { stateNames } from '#core/leads/issues/issue.model.ts';
import { formatNumber } from '#ui/format.ts';

const tones = {
  draft: 'plain',
  scheduled: 'open',
  sending: 'open',
  stopped: 'bad',
  sent: 'good',
} as const satisfies Record<IssueState, string>;

export const IssueBadge = ({ state }: { readonly state: IssueState }) => (
  <Badge tone={tones[state]}>{stateNames[state]}</Badge>
);

/** The names of an issue's numbers, in the order in which they are shown. */
export const recipientNames: readonly (readonly [RecipientState, string])[] = [
  ['sent', 'Sent'],
  ['bounced', 'Bounced'],
  ['failed', 'Failed'],
  ['skipped', 'Skipped'],
  ['unclear', 'Unclear'],
];

/** "All subscribers", or the industries by name. */
export function describeAudience(
  industryIds: readonly number[],
  industries: readonly { readonly id: number; readonly name: string }[],
): string {
  if (industryIds.length === 0) return 'All subscribers';
  const names = industries.filter(({ id }) => industryIds.includes(id)).map(({ name }) => name);
  return names.join(', ') || 'Deleted industries';
}

/** "1 subscriber", "1,204 subscribers". */
export const countPeople = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'subscriber' : 'subscribers'}`;
