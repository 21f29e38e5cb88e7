import { hueAngleDegrees } from '#core/catalogue/drawing/drawing-colours.model.ts';

/** Props of an element in which everything has the industry's hue. */
export const industryHueProps = (
  slug: string,
): { className: string; style: Record<string, string> } => ({
  className: 'hued',
  style: { '--angle': String(hueAngleDegrees(slug)) },
});
