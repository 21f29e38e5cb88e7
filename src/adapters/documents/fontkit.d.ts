/** fontkit has no types of its own: the part that we use. */
declare module 'fontkit' {
  export type Font = {
    /** Code points that the font has a glyph for. */
    readonly characterSet: readonly number[];
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): {
      readonly advanceWidth: number;
      readonly path: { toSVG(): string };
    };
  };
  export function create(font: Uint8Array): Font;
}
