/** fontkit has no types of its own: the part that we use. */
declare module 'fontkit' {
  export function create(font: Uint8Array): {
    /** Code points that the font has a glyph for. */
    readonly characterSet: readonly number[];
  };
}
