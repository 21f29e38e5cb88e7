import type { LongWorkView } from '#core/kernel/long-work.model.ts';
import { formatNumber } from '#ui/format.ts';
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

/** "2,113 of 5,021", or as much of it as is known. */
export function describeProgress({ done, total }: LongWorkView): string {
  if (total !== null) return `${formatNumber(done)} of ${formatNumber(total)}`;
  return done > 0 ? formatNumber(done) : '';
}
