/**
 * The plan of wanted redirects, beside those that there are: each leads to its end in one hop.
 * Pure.
 */
import { toFromPath, toRedirectKey, type PathPair } from './redirect.model.ts';

export type RedirectPlan = {
  /** The redirects to write: the wanted ones, and earlier ones that now lead further. */
  readonly changed: readonly PathPair[];
  /** Wanted ones that would lead in a circle; then nothing may be written. */
  readonly circles: readonly PathPair[];
};

/** Of two wanted ones from one address the later counts. */
export function planRedirects(
  existing: readonly PathPair[],
  wanted: readonly PathPair[],
): RedirectPlan {
  const before = new Map(existing.map((pair) => [toRedirectKey(pair.from), pair]));
  const after = new Map(before);
  for (const { from, to } of wanted) {
    const key = toRedirectKey(from);
    after.set(key, { from: before.get(key)?.from ?? from, to });
  }
  const circles = wanted.filter((pair) => findEnd(after, pair) === undefined);
  const changed = [...after.values()].flatMap(({ from, to }) => {
    const end = findEnd(after, { from, to }) ?? to;
    return before.get(toRedirectKey(from))?.to === end ? [] : [{ from, to: end }];
  });
  return { changed, circles };
}

/** Where a visitor ends up; undefined for a circle. */
function findEnd(all: ReadonlyMap<string, PathPair>, { to }: PathPair): string | undefined {
  const seen = new Set<string>();
  let end = to;
  for (;;) {
    const key = toRedirectKey(toFromPath(end));
    const next = all.get(key);
    if (!next) return end;
    if (seen.has(key)) return undefined;
    seen.add(key);
    end = next.to;
  }
}
