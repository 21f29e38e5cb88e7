import { formatNumber } from '#ui/format.ts';

/** How far work is that goes on without its page, which loads itself again until it ends. */
export const WorkProgress = ({
  unit,
  done,
  total,
  isBesideForm = false,
}: {
  /** "Row", "File": what is counted. */
  readonly unit?: string;
  readonly done: number;
  /** Zero as long as nobody knows. */
  readonly total: number;
  /** Without its script the page does not load itself again: what was chosen in a form would go. */
  readonly isBesideForm?: boolean;
}) => (
  <p role="status" data-refresh>
    {!isBesideForm && (
      <noscript>
        <meta httpEquiv="refresh" content="3" />
      </noscript>
    )}
    <progress max={1} value={total > 0 ? done / total : undefined} aria-label="Progress" />{' '}
    {describe(unit, done, total)} You can close this page: it continues.
  </p>
);

function describe(unit: string | undefined, done: number, total: number): string {
  const named = [...(unit === undefined ? [] : [unit]), formatNumber(done)].join(' ');
  if (total > 0) return `${named} of ${formatNumber(total)}.`;
  return done > 0 ? `${named}.` : '';
}
