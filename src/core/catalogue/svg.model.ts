import escapeHtml from 'escape-html';
import type { Colour, Shape } from './charts.model.ts';

/** How a place paints: the page by its tokens, a file of its own by colours and common fonts. */
export type SvgTheme = {
  readonly colour: (name: Colour) => string;
  readonly serif: string;
  readonly sans: string;
};

/** Shapes as the inside of an SVG element. A string and not elements: a chart has a hundred shapes and a page several charts. */
export function renderSvgShapes(
  shapes: readonly Shape[],
  { colour, serif, sans }: SvgTheme,
): string {
  const paint = (name: Colour | undefined): string => (name ? colour(name) : 'none');
  return shapes
    .map((shape) => {
      if (shape.kind === 'rect')
        return `<rect x="${shape.x}" y="${shape.y}" width="${shape.w}" height="${shape.h}" fill="${paint(shape.fill)}"/>`;
      if (shape.kind === 'path') {
        return `<path d="${shape.d}" fill="${paint(shape.fill)}"${shape.stroke ? ` stroke="${paint(shape.stroke)}"` : ''}${shape.width ? ` stroke-width="${shape.width}"` : ''}${shape.dash ? ' stroke-dasharray="5 4"' : ''} stroke-linejoin="round"/>`;
      }
      return `<text x="${shape.x}" y="${shape.y}" font-size="${shape.size}" fill="${paint(shape.fill ?? 'ink')}"${shape.anchor ? ` text-anchor="${shape.anchor}"` : ''}${shape.bold ? ' font-weight="600"' : ''}${shape.serif ? serif : sans}>${escapeHtml(shape.text)}</text>`;
    })
    .join('');
}
