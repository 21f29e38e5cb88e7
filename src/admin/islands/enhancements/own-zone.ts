/**
 * A choice of time zones begins with the browser's own, also where the list lacks it. It is chosen
 * unless another zone was chosen before, and a time that is there already is shown in it.
 */
export function offerOwnZone(): void {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const fields of document.querySelectorAll<HTMLElement>('[data-zoned-time]')) {
    const select = fields.querySelector('select');
    if (!select) continue;
    const listed = [...select.options].find(({ value }) => value === zone);
    const own = listed ?? new Option(zone.replaceAll('_', ' '), zone);
    select.prepend(own);
    if (fields.dataset['zonedTime'] !== 'free') continue;
    for (const option of select.options) option.defaultSelected = option === own;
    select.value = zone;
    const time = fields.querySelector<HTMLInputElement>('input[data-instant]');
    if (time) time.defaultValue = toOwnTime(new Date(time.dataset['instant'] ?? ''));
  }
}

/** As the clocks here show it: "2026-12-01T09:00". */
const toOwnTime = (instant: Date): string =>
  new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
