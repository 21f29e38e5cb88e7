import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

/** Others are compressed already. */
const compressibleFiles = /\.(css|ico|js|svg|txt|webmanifest)$/;

/**
 * Each file of the folder that gets smaller has one with brotli and `.br` beside it afterwards: a
 * store that compressed when it is asked would keep everybody waiting meanwhile.
 */
export function compressAssets(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressibleFiles.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const raw = readFileSync(file);
    const compressed = zlib.brotliCompressSync(raw);
    if (compressed.length < raw.length) writeFileSync(`${file}.br`, compressed);
  }
}
