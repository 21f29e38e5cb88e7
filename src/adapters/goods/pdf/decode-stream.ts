import { constants, inflateSync } from 'node:zlib';
import { PdfArray, PdfName, PdfStream, type PdfObject } from '@libpdf/core';
import { GoodsRefusal, goodsRefusals } from '../refusals.ts';
import { dereference, type Resolve } from './page-boxes.ts';

/** No stream that we read may become larger. */
const maxDecodedBytes = 64 * 2 ** 20;

/**
 * A stream's content. Throws a GoodsRefusal for one that unpacks to more than 64 MB; what can't be
 * read at all is empty.
 */
export function decodeStream(stream: PdfStream, resolve: Resolve): Uint8Array {
  const filters = listFilters(stream, resolve);
  if (filters.length === 0) return stream.data;
  if (
    filters.length === 1 &&
    ['FlateDecode', 'Fl'].includes(filters[0] ?? '') &&
    !hasPredictor(stream)
  )
    return inflate(stream.data);
  try {
    // The other filters multiply their input a little, or stand behind one that was bounded.
    if (filters.some((name) => name === 'FlateDecode' || name === 'Fl'))
      inflateBounded(stream.data);
    return stream.getDecodedData();
  } catch (error) {
    if (error instanceof GoodsRefusal) throw error;
    return new Uint8Array();
  }
}

function listFilters(stream: PdfStream, resolve: Resolve): string[] {
  const filter = dereference(stream.get('Filter'), resolve);
  const all: (PdfObject | undefined)[] = filter instanceof PdfArray ? filter.toArray() : [filter];
  return all.flatMap((item) => {
    const name = dereference(item, resolve);
    return name instanceof PdfName ? [name.value] : [];
  });
}

const hasPredictor = (stream: PdfStream): boolean => stream.has('DecodeParms') || stream.has('DP');

function inflate(data: Uint8Array): Uint8Array {
  try {
    return inflateBounded(data);
  } catch (error) {
    if (error instanceof GoodsRefusal) throw error;
    return new Uint8Array();
  }
}

/** Inflates a stream, also one that ends too early, as far as it goes. */
function inflateBounded(data: Uint8Array): Uint8Array {
  try {
    return inflateSync(data, {
      maxOutputLength: maxDecodedBytes,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    if (error instanceof RangeError) throw new GoodsRefusal(goodsRefusals.unpacksTooLarge);
    throw error;
  }
}
