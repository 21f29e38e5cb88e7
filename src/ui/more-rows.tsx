/** Rows of a long list that a phone shows before it is unfolded. */
export const shownRowCount = 8;

/**
 * Unfolds the rows of the list above it, on a phone: styles fold what has this button below it. A
 * list that is hardly longer than what is shown stays whole.
 */
export function MoreRows({ count, of }: { count: number; of: string }) {
  if (count <= shownRowCount + 1) return null;
  return (
    <details className="more-rows no-print">
      <summary>
        All {count} rows<span className="sr-only"> of {of}</span>
      </summary>
    </details>
  );
}
