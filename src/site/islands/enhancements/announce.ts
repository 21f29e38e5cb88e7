const regionId = 'announcements';

/** Adds the region whose text screen readers read out. It has to be there before its text. */
export function addAnnouncements(): void {
  const region = document.createElement('p');
  region.id = regionId;
  region.className = 'sr-only';
  region.role = 'status';
  document.body.append(region);
}

/** Says what happens on the page, without moving the focus. */
export function announce(text: string): void {
  const region = document.getElementById(regionId);
  if (region) region.textContent = text;
}
