import type { Shape } from '#core/catalogue/drawing/drawing.model.ts';
import { renderSvgShapes } from '#core/catalogue/drawing/svg.model.ts';
import type { Palette } from './draw-shapes.ts';
import { findInterSubset, type BasicFont } from './inter-fonts.ts';
import { outlineLines } from './outlined-lines.ts';
import { outlineText } from './text-outlines.ts';

/** Shapes as SVG for pictures: texts, of any alphabet, are outlines in our own fonts. */
export async function renderOutlinedShapes(
  shapes: readonly Shape[],
  palette: Palette,
): Promise<string> {
  const parts: string[] = [];
  for (const shape of shapes)
    parts.push(
      shape.kind === 'text'
        ? await outline(shape, palette)
        : renderSvgShapes([shape], { colour: (name) => palette[name], serif: '', sans: '' }),
    );
  return parts.join('');
}

type TextShape = Extract<Shape, { kind: 'text' }>;

async function outline(shape: TextShape, palette: Palette): Promise<string> {
  const style = { ...shape, font: chooseFont(shape), fill: palette[shape.fill ?? 'ink'] };
  if (isInter(shape.text)) return outlineText(style);
  return (await outlineLines(shape.text, { ...style, width: Infinity, maxLines: 1 })).svg;
}

const isInter = (text: string): boolean =>
  Array.from(text).every(
    (character) => findInterSubset(character.codePointAt(0) ?? 0) !== undefined,
  );

function chooseFont({ serif, bold }: TextShape): BasicFont {
  if (serif) return 'serif';
  return bold ? 'bold' : 'sans';
}
