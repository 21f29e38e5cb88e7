/** An industry's hue angle (degrees in OKLCH) from its slug: the same on every page, in covers and in print. */
export function hueAngleDegrees(slug: string): number {
  let hash = 2166136261;
  for (const letter of slug) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  return (hash >>> 0) % 360;
}

/** What an element needs so that everything inside it wears the industry's hue. */
export const industryHueProps = (
  slug: string,
): { className: string; style: Record<string, string> } => ({
  className: 'hued',
  style: { '--angle': String(hueAngleDegrees(slug)) },
});
