/** The code points that a font leads to a glyph, from its `cmap` subtable of format 4 (the Basic Multilingual Plane). Throws where it has none. */
export function readCharacters(font: Buffer): ReadonlySet<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + 16 * i);
  const place = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  if (place === undefined) throw new Error('The font has no character map');
  const cmap = font.subarray(font.readUInt32BE(place + 8));
  const starts = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) =>
    cmap.readUInt32BE(8 + 8 * i),
  );
  const base = starts.find((start) => cmap.readUInt16BE(start) === 4);
  if (base === undefined) throw new Error('The font has no character map of format 4');
  const all = new Set<number>();
  const bytes = cmap.readUInt16BE(base + 6);
  for (let at = base + 14; at < base + 14 + bytes; at += 2) {
    const [last, first, delta, offset] = [
      cmap.readUInt16BE(at),
      cmap.readUInt16BE(at + bytes + 2),
      cmap.readUInt16BE(at + 2 * bytes + 2),
      cmap.readUInt16BE(at + 3 * bytes + 2),
    ];
    for (let point = first; point <= last && point < 0xffff; point++) {
      const glyph =
        offset === 0
          ? (point + delta) & 0xffff
          : cmap.readUInt16BE(at + 3 * bytes + 2 + offset + 2 * (point - first));
      if (glyph !== 0) all.add(point);
    }
  }
  return all;
}
