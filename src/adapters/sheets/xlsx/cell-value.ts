const dayMs = 86_400_000;
/** Day 0 of both of Excel's calendars; the 1900 one counts a 29 February that never was. */
const epoch1900Ms = Date.UTC(1899, 11, 30);
const epoch1904Ms = Date.UTC(1904, 0, 1);
/** Built-in number formats that are dates (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** True for a number format with a day or a year, as "dd.mm.yyyy" and not as "[h]:mm" or "0.00". */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isBuiltInDate(id);
  const signs = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '').split(';')[0] ?? '';
  return /[dy]/i.test(signs) && !/[#0?]/.test(signs);
}

/** "2026-11-22", with "T10:30:00" if the cell has a time of day. */
export function formatSerialDate(serial: number, is1904: boolean): string {
  const ms = Math.round(serial * dayMs) + (is1904 ? epoch1904Ms : epoch1900Ms);
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return String(serial);
  const iso = new Date(Math.round(ms / 1000) * 1000).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19);
}

/** 0.1 + 0.2 is in the file as 0.30000000000000004; Excel shows and means 15 digits. */
export function formatNumber(value: string): string {
  const number = Number(value);
  return value.trim() === '' || !Number.isFinite(number)
    ? value
    : String(Number(number.toPrecision(15)));
}
