import type { LongWorkView } from '#core/kernel/long-work.model.ts';
import { formatCount, formatNumber } from '#ui/format.ts';
import { Badge } from '#admin/frame/blocks.tsx';

const phaseWords = {
  waiting: 'Waiting',
  running: 'Running',
  'between-tries': 'Tried again soon',
} as const;

export function WorkBadge({ work }: { readonly work: LongWorkView }) {
  switch (work.state) {
    case 'done':
      return <Badge tone="good">Done</Badge>;
    case 'failed':
      return <Badge tone="bad">Failed</Badge>;
    case 'cancelled':
      return <Badge>Cancelled</Badge>;
    default:
      return <Badge tone="open">{phaseWords[work.phase ?? 'waiting']}</Badge>;
  }
}

/** Returns the unit of a piece of work: for one, and for several. */
function nameUnit(kind: string): readonly [string, string] {
  if (kind === 'import.files') return ['file', 'files'];
  if (kind === 'import' || kind.startsWith('export.')) return ['row', 'rows'];
  return kind.startsWith('enquiry.') ? ['enquiry', 'enquiries'] : ['report', 'reports'];
}

/** "2,113 of 5,021 reports", or as much of it as is known. */
export function describeProgress({ kind, done, total }: LongWorkView): string {
  const unit = nameUnit(kind);
  if (total !== null && total > done)
    return `${formatNumber(done)} of ${formatCount(total, ...unit)}`;
  return done > 0 ? formatCount(done, ...unit) : '';
}
