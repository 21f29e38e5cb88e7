/** An industry's hue angle (degrees in OKLCH) from its slug, the same on pages and covers. */
export function hueAngleDegrees(slug: string): number {
  let hash = 2166136261;
  for (const character of slug) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
  return (hash >>> 0) % 360;
}

/** Props of an element that gives everything inside it the industry's hue. */
export const industryHueProps = (
  slug: string,
): { className: string; style: Record<string, string> } => ({
  className: 'hued',
  style: { '--angle': String(hueAngleDegrees(slug)) },
});
