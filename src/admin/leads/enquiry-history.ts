import type { Enquiry } from '#core/leads/inbox/read-enquiry.ts';
import { formatDate } from '#ui/format.ts';
import { stateNames } from './enquiry-list.ts';

type Entry = Enquiry['history'][number];

/** What an entry of the audit log says of an enquiry: "closed it", "opened the CV". */
export function describeEntry(
  { verb, outcome, refusal, after }: Entry,
  owners: readonly { readonly id: number; readonly name: string }[],
): string {
  if (outcome === 'refused') return `was refused: ${refusal ?? ''}`;
  if (verb === 'cv.open') return 'opened the CV';
  const change: Readonly<Record<string, unknown>> =
    typeof after === 'object' && after !== null ? { ...after } : {};
  if ('answerId' in change) return 'sent an answer';
  if ('noteId' in change) return 'added a note';
  if ('state' in change) return `changed its state to: ${describeState(change['state'])}`;
  if ('followUpOn' in change) return describeFollowUp(change['followUpOn']);
  return describeOwner(change['ownerId'], owners);
}

function describeOwner(ownerId: unknown, owners: Parameters<typeof describeEntry>[1]): string {
  if (ownerId === null) return 'removed its owner';
  return `assigned it to ${owners.find(({ id }) => id === ownerId)?.name ?? 'somebody'}`;
}

const describeFollowUp = (day: unknown): string =>
  typeof day === 'string' ? `set the follow-up to ${formatDate(day)}` : 'removed the follow-up';

const describeState = (state: unknown): string =>
  Object.entries(stateNames).find(([name]) => name === state)?.[1] ?? '';
