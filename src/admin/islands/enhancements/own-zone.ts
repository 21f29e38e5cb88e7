import { toPresentName } from '#core/kernel/present-zone-names.model.ts';

/**
 * A choice of time zones begins with the browser's own, beside the store's, which stays chosen:
 * somebody who travels finds it without looking through all.
 */
export function offerOwnZone(): void {
  const zone = toPresentName(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  for (const select of document.querySelectorAll<HTMLSelectElement>('[data-zoned-time] select')) {
    const chosen = select.value;
    const listed = [...select.options].find(({ value }) => value === zone);
    select.prepend(listed ?? new Option(zone.replaceAll('_', ' '), zone));
    select.value = chosen;
  }
}
