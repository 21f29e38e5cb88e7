/**
 * Title, description and canonical URL of a page. The title ends with the site's name.
 * `structuredData` (schema.org) is escaped, so that it can't leave its script element.
 */
export function PageHead(props: {
  readonly title: string;
  readonly siteName: string;
  readonly description: string;
  readonly canonical?: string;
  readonly keywords?: string;
  readonly noIndex?: boolean;
  readonly structuredData?: readonly object[];
}) {
  const title = `${props.title} | ${props.siteName}`;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={props.description} />
      {props.keywords && <meta name="keywords" content={props.keywords} />}
      {props.noIndex && <meta name="robots" content="noindex" />}
      {props.canonical && <link rel="canonical" href={props.canonical} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={props.description} />
      <meta property="og:site_name" content={props.siteName} />
      <meta property="og:type" content="website" />
      {props.structuredData?.map((item, index) => (
        <script
          key={index}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(item).replaceAll('<', '\\u003c') }}
        />
      ))}
    </>
  );
}
