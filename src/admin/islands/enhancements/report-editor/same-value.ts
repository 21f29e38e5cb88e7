/** True for JSON values that say the same, whatever the order of their members. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  for (const map of [left, right])
    for (const [name, value] of map) if (value === undefined) map.delete(name);
  return (
    left.size === right.size &&
    [...left].every(([name, value]) => right.has(name) && isSameValue(value, right.get(name)))
  );
}
