import { PdfArray, PdfDict, PdfNumber, PdfRef, type PdfObject } from '@libpdf/core';

/** Looks up an indirect object; null if there is none. */
export type Resolve = (ref: PdfRef) => PdfObject | null;

/** The object itself, whatever chain of references leads to it; undefined if there is none. */
export function dereference(
  object: PdfObject | undefined,
  resolve: Resolve,
): PdfObject | undefined {
  let found = object;
  for (let steps = 0; found instanceof PdfRef; steps++) {
    if (steps > 20) return undefined;
    found = resolve(found) ?? undefined;
  }
  return found;
}

/** A page's attribute, or that of the nearest node above it in the page tree (7.7.3.4). */
export function getInherited(page: PdfDict, key: string, resolve: Resolve): PdfObject | undefined {
  const visited = new Set<PdfDict>();
  let node: PdfObject | undefined = page;
  while (node instanceof PdfDict && !visited.has(node)) {
    const value = dereference(node.get(key), resolve);
    if (value) return value;
    visited.add(node);
    node = dereference(node.get('Parent'), resolve);
  }
  return undefined;
}

/** Lower left and upper right corner, in the page's own coordinates. */
export type Box = {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
};

const letterBox: Box = { x0: 0, y0: 0, x1: 612, y1: 792 };

/** Returns the part of a page that readers see: its crop box as far as it lies on the media box. */
export function getVisibleBox(page: PdfDict, resolve: Resolve): Box {
  const media = readBox(getInherited(page, 'MediaBox', resolve), resolve) ?? letterBox;
  const crop = readBox(getInherited(page, 'CropBox', resolve), resolve) ?? media;
  const visible = {
    x0: Math.max(media.x0, crop.x0),
    y0: Math.max(media.y0, crop.y0),
    x1: Math.min(media.x1, crop.x1),
    y1: Math.min(media.y1, crop.y1),
  };
  return visible.x1 > visible.x0 && visible.y1 > visible.y0 ? visible : media;
}

function readBox(object: PdfObject | undefined, resolve: Resolve): Box | undefined {
  if (!(object instanceof PdfArray) || object.length < 4) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((i) => {
    const corner = dereference(object.at(i), resolve);
    return corner instanceof PdfNumber ? corner.value : Number.NaN;
  });
  const box = { x0: Math.min(a, c), y0: Math.min(b, d), x1: Math.max(a, c), y1: Math.max(b, d) };
  const isUsable = box.x1 - box.x0 > 0 && box.y1 - box.y0 > 0 && box.x1 - box.x0 < 1e7;
  return isUsable ? box : undefined;
}

/** How far the page is turned clockwise when it is shown: 0, 90, 180 or 270 degrees. */
export function getRotation(page: PdfDict, resolve: Resolve): number {
  const rotate = getInherited(page, 'Rotate', resolve);
  const degrees = rotate instanceof PdfNumber ? Math.round(rotate.value / 90) * 90 : 0;
  return ((degrees % 360) + 360) % 360;
}

/** A page as it is seen: its size in points, upright. */
export type SeenPage = { readonly width: number; readonly height: number };

export function getSeenSize({ x0, y0, x1, y1 }: Box, rotation: number): SeenPage {
  const [width, height] = [x1 - x0, y1 - y0];
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/**
 * The matrix that puts a drawing upright on the page as it is seen: `left` and `bottom` points from
 * the seen lower left corner, enlarged by `scale`.
 */
export function placeUpright(
  { x0, y0, x1, y1 }: Box,
  rotation: number,
  { left, bottom, scale }: { left: number; bottom: number; scale: number },
): readonly number[] {
  if (rotation === 90) return [0, scale, -scale, 0, x1 - bottom, y0 + left];
  if (rotation === 180) return [-scale, 0, 0, -scale, x1 - left, y1 - bottom];
  if (rotation === 270) return [0, -scale, scale, 0, x0 + bottom, y1 - left];
  return [scale, 0, 0, scale, x0 + left, y0 + bottom];
}
