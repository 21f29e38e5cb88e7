import { findExtraLines } from './extra-lines.ts';

/** How many lines of each text are shown. */
const maxLines = 400;

/** The lines that only one of two texts has, or that they have the same in another order. */
export function ChangedLines({
  before,
  after,
}: {
  readonly before: readonly string[];
  readonly after: readonly string[];
}) {
  const [removed, added] = [findExtraLines(before, after), findExtraLines(after, before)];
  if (removed.length === 0 && added.length === 0) return <p>The same words in another order.</p>;
  return (
    <>
      {removed.slice(0, maxLines).map((text, index) => (
        <p key={`removed-${index}`} data-kind="removed">
          <del>{text}</del>
        </p>
      ))}
      {added.slice(0, maxLines).map((text, index) => (
        <p key={`added-${index}`} data-kind="added">
          <ins>{text}</ins>
        </p>
      ))}
      {Math.max(removed.length, added.length) > maxLines && (
        <p>Only the first {maxLines} lines of each are shown.</p>
      )}
    </>
  );
}
