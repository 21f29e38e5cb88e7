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
    <progress max={Math.max(total, 1)} value={done} aria-label="Progress" /> {unit && `${unit} `}
    {formatNumber(done)} of {formatNumber(total)}. You can close this page: it continues.
  </p>
);
