/**
 * The lines that the other list lacks, in their order. Repeated lines are counted: of two equal ones
 * if the other list has one, the second is answered. Pure, for server and browser.
 */
export function findExtraLines(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
