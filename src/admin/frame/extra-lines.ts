/**
 * The lines that the others lack, in their order. One that stands twice here and once there is in it
 * once. Pure, for server and browser.
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
