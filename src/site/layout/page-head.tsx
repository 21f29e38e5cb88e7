/**
 * Title, description and canonical address of a page. The title ends with the site's name, once.
 * `data` is structured data (schema.org), written so that it can't leave its script element.
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
      {props.structuredData?.map((one, i) => (
        <script
          key={i}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(one).replaceAll('<', '\\u003c') }}
        />
      ))}
    </>
  );
}
