import escapeHtml from 'escape-html';
import type { Colour, Shape } from './drawing.model.ts';

/**
 * Colours and font attributes: pages use CSS variables, SVG files real colours and common fonts.
 */
export type SvgTheme = {
  readonly colour: (name: Colour) => string;
  readonly serif: string;
  readonly sans: string;
};

/**
 * Shapes as the content of an SVG element. Text and not React elements: a chart has a hundred
 * shapes, and a page several charts.
 */
export const renderSvgShapes = (shapes: readonly Shape[], theme: SvgTheme): string =>
  shapes.map((shape) => renderShape(shape, theme)).join('');

function renderShape(shape: Shape, theme: SvgTheme): string {
  if (shape.kind === 'rect') {
    const { x, y, w, h, fill } = shape;
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${theme.colour(fill)}"/>`;
  }
  return shape.kind === 'path' ? renderPath(shape, theme) : renderText(shape, theme);
}

type ShapeOf<K extends Shape['kind']> = Extract<Shape, { kind: K }>;

function renderPath(
  { d, fill, stroke, width, dash }: ShapeOf<'path'>,
  { colour }: SvgTheme,
): string {
  const attributes = [
    `d="${d}"`,
    `fill="${fill ? colour(fill) : 'none'}"`,
    stroke ? `stroke="${colour(stroke)}"` : '',
    width ? `stroke-width="${width}"` : '',
    dash ? 'stroke-dasharray="5 4"' : '',
    'stroke-linejoin="round"',
  ];
  return `<path ${attributes.filter((attribute) => attribute !== '').join(' ')}/>`;
}

function renderText(shape: ShapeOf<'text'>, { colour, serif, sans }: SvgTheme): string {
  const attributes = [
    `x="${shape.x}"`,
    `y="${shape.y}"`,
    `font-size="${shape.size}"`,
    `fill="${colour(shape.fill ?? 'ink')}"`,
    shape.anchor ? `text-anchor="${shape.anchor}"` : '',
    shape.bold ? 'font-weight="600"' : '',
  ];
  const font = shape.serif ? serif : sans;
  const joined = attributes.filter((attribute) => attribute !== '').join(' ');
  return `<text ${joined}${font}>${escapeHtml(shape.text)}</text>`;
}
