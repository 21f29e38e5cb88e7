/** The widths in which pictures are made; a picture that is smaller keeps its own. */
export const pictureWidthsPx = [160, 320, 640, 960, 1280, 1920] as const;
/** The formats that a browser may ask for beside the picture's own, best first. */
export const pictureFormats = ['avif', 'webp'] as const;
/** How large a picture is, in its own pixels. */
export type PictureSize = { readonly widthPx: number; readonly heightPx: number };
export type PictureFormat = (typeof pictureFormats)[number];
