/**
 * Another page of the store, parsed but not shown; undefined if it can't be had now. Its inline
 * styles are left out: this page's policy does not know their hashes, and a browser would report
 * each of them.
 */
export async function fetchPage(address: string): Promise<Document | undefined> {
  const answer = await fetch(address).catch(() => undefined);
  if (!answer?.ok) return undefined;
  const html = (await answer.text()).replaceAll(/<style>.*?<\/style>/gs, '');
  return new DOMParser().parseFromString(html, 'text/html');
}
