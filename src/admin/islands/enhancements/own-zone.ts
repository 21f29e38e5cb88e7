/**
 * A choice of time zones begins with the browser's own, also where the list lacks it. It is chosen
 * unless another zone was chosen before.
 */
export function offerOwnZone(): void {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-zones]')) {
    const listed = Array.from(select.options).find(({ value }) => value === zone);
    select.prepend(listed ?? new Option(zone.replaceAll('_', ' '), zone));
    if (select.dataset['zones'] === 'free') select.value = zone;
  }
}
