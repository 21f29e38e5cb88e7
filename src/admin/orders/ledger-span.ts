import { readDay } from '#admin/frame/read-day.ts';
import { dayMs } from './order-filter.ts';

/** A span of days in UTC as an address names it; `end` is the midnight after its last day. */
export function readLedgerSpan({ searchParams }: URL): {
  readonly from?: Date;
  readonly end?: Date;
} {
  const from = readDay(searchParams.get('from') ?? '');
  const until = readDay(searchParams.get('until') ?? '');
  return {
    ...(from && { from }),
    ...(until && { end: new Date(until.getTime() + dayMs) }),
  };
}
