/** The first moment of a day, "2026-11-22", in UTC; undefined for another text, and for 30 February. */
export function readDay(text = ''): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  const isReal = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  return isReal ? day : undefined;
}
