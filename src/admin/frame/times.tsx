import { formatMinuteIn } from '#core/kernel/time-zone.model.ts';
import { useDateFormat, useStoreZone } from '#ui/store-zone.tsx';

/** "21 Nov 2026, 14:05 UTC+5:30", as the store's clocks show it, with the exact time for machines. */
export function Time({ at }: { readonly at: Date }) {
  const zone = useStoreZone();
  return (
    <time dateTime={at.toISOString()} className="admin-time">
      {formatMinuteIn(at, zone)}
    </time>
  );
}

/** "21 Nov 2026", the store's day. */
export function Day({ at }: { readonly at: Date }) {
  const format = useDateFormat();
  return <time dateTime={at.toISOString()}>{format(at)}</time>;
}

/** "21 Nov 2026, 14:05 UTC by Anna"; "never" for what nobody has changed. */
export function ChangedBy({ at, by }: { readonly at: Date | null; readonly by: string | null }) {
  if (!at) return 'never';
  return (
    <>
      <Time at={at} /> {by && `by ${by}`}
    </>
  );
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long ago, for a column of ages: "3 min", "5 h", "12 d". */
export function formatAge(ms: number): string {
  if (ms < hourMs) return `${Math.max(0, Math.floor(ms / minuteMs))} min`;
  return ms < 2 * dayMs ? `${Math.floor(ms / hourMs)} h` : `${Math.floor(ms / dayMs)} d`;
}
