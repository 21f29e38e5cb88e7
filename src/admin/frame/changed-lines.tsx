type Line = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

/** Lines of both texts: those that only one has are marked. */
function compareLines(before: readonly string[], after: readonly string[]): Line[] {
  const [old, now] = [new Set(before), new Set(after)];
  const removed = before.filter((text) => !now.has(text));
  const lines: Line[] = removed.map((text) => ({ kind: 'removed', text }));
  for (const text of after) lines.push({ kind: old.has(text) ? 'same' : 'added', text });
  return lines;
}

/** The lines that only one of two texts has. */
export const ChangedLines = (props: {
  readonly before: readonly string[];
  readonly after: readonly string[];
}) =>
  compareLines(props.before, props.after)
    .filter(({ kind }) => kind !== 'same')
    .map(({ kind, text }, index) => (
      <p key={index} data-kind={kind}>
        {kind === 'added' ? <ins>{text}</ins> : <del>{text}</del>}
      </p>
    ));
