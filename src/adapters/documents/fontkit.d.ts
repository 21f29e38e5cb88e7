/** fontkit has no types of its own: the part that we use. */
declare module 'fontkit' {
  type Glyph = { readonly advanceWidth: number; readonly path: { toSVG(): string } };
  type GlyphPosition = {
    readonly xAdvance: number;
    readonly xOffset: number;
    readonly yOffset: number;
  };
  export type Font = {
    /** Code points that the font has a glyph for. */
    readonly characterSet: readonly number[];
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    /** In the order in which they are drawn, from left to right. */
    layout(text: string): {
      readonly glyphs: readonly Glyph[];
      readonly positions: readonly GlyphPosition[];
      readonly direction: 'ltr' | 'rtl';
    };
  };
  export function create(font: Uint8Array): Font;
}
