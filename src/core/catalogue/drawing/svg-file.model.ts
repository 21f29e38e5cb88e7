import escapeHtml from 'escape-html';
import { hueAngleDegrees, hueLightnessAndChroma, neutralColours } from './drawing-colours.model.ts';
import type { Colour, Drawing } from './drawing.model.ts';
import { renderSvgShapes } from './svg.model.ts';

/**
 * A drawing as SVG of its own, in an industry's hue: with colours instead of the page's tokens, and
 * common fonts.
 */
export function renderSvgFile(drawing: Drawing, industrySlug: string): string {
  const { width, height, title, shapes } = drawing;
  const angleDegrees = hueAngleDegrees(industrySlug);
  const hue = (name: keyof typeof hueLightnessAndChroma): string =>
    `oklch(${hueLightnessAndChroma[name].join(' ')} ${angleDegrees})`;
  const colours: Readonly<Record<Colour, string>> = {
    ...neutralColours,
    hue: hue('hue'),
    'hue-2': hue('hue-2'),
    'hue-soft': hue('hue-soft'),
  };
  const content = renderSvgShapes(shapes, {
    colour: (name) => colours[name],
    serif: ' font-family="Georgia, serif"',
    sans: ' font-family="Inter, Arial, sans-serif"',
  });
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">` +
    `<title>${escapeHtml(title)}</title>${content}</svg>`
  );
}
