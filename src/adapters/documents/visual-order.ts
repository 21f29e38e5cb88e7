/** What is placed beside others on a line; undefined where it has no direction, as a space. */
type Placed = { readonly isRightToLeft: boolean | undefined };

/**
 * The parts of a line from left to right: the part of Unicode's bidirectional algorithm (UAX 9, N1,
 * N2 and L2) that whole words of two directions need.
 */
export function orderVisually<T extends Placed>(
  line: readonly T[],
  isBaseRightToLeft: boolean,
): T[] {
  const directions = resolveNeutrals(
    line.map(({ isRightToLeft }) => isRightToLeft),
    isBaseRightToLeft,
  );
  const runs: { isRightToLeft: boolean; parts: T[] }[] = [];
  for (const [index, part] of line.entries()) {
    const isRightToLeft = directions[index] ?? isBaseRightToLeft;
    const last = runs.at(-1);
    if (last?.isRightToLeft === isRightToLeft) last.parts.push(part);
    else runs.push({ isRightToLeft, parts: [part] });
  }
  const placed = isBaseRightToLeft ? runs.toReversed() : runs;
  return placed.flatMap(({ isRightToLeft, parts }) => (isRightToLeft ? parts.toReversed() : parts));
}

/** What has no direction has that of its neighbours where both have the same, else the line's. */
const resolveNeutrals = (directions: readonly (boolean | undefined)[], base: boolean): boolean[] =>
  directions.map((direction, index) => {
    if (direction !== undefined) return direction;
    const before = directions.slice(0, index).findLast((one) => one !== undefined) ?? base;
    const after = directions.slice(index).find((one) => one !== undefined) ?? base;
    return before === after ? before : base;
  });
