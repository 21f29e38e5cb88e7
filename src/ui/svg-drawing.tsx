import type { Drawing } from '#core/catalogue/drawing/drawing.model.ts';
import { renderSvgShapes, type SvgTheme } from '#core/catalogue/drawing/svg.model.ts';

/** Paints shapes of a drawing in the colours and fonts of the page. */
export const svgPaint: SvgTheme = {
  colour: (name) => `var(--${name})`,
  serif: ' class="font-serif"',
  sans: '',
};

/** A drawing as inline SVG, named for screen readers, as wide as its container. */
export function SvgDrawing({ drawing: { width, height, title, shapes } }: { drawing: Drawing }) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={title}
      className="block h-auto w-full"
      dangerouslySetInnerHTML={{ __html: renderSvgShapes(shapes, svgPaint) }}
    />
  );
}
