/** schema.org's descriptions of what a page shows, escaped so that no text leaves its script. */
export const StructuredData = ({ items }: { items: readonly object[] }) =>
  items.map((item, index) => (
    <script
      key={index}
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(item).replaceAll('<', '\\u003c') }}
    />
  ));
