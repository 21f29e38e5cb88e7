/** The way to a page, from the home page on; the last step is the page itself. */
export const buildBreadcrumb = (
  origin: string,
  steps: readonly (readonly [name: string, path: string])[],
): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
});
