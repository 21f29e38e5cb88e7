import { paths } from '#src/paths.ts';

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
  /** A feed of what the page shows, beside the one of all reports that every page names. */
  readonly feed?: { readonly title: string; readonly path: string };
}) {
  const title = `${props.title} | ${props.siteName}`;
  const feeds = [
    ...(props.feed ? [props.feed] : []),
    { title: 'Market reports', path: paths.reportsFeed() },
  ];
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={props.description} />
      {props.keywords && <meta name="keywords" content={props.keywords} />}
      {props.noIndex && <meta name="robots" content="noindex" />}
      {props.canonical && <link rel="canonical" href={props.canonical} />}
      {feeds.map(({ title: name, path }) => (
        <link key={path} rel="alternate" type="application/atom+xml" title={name} href={path} />
      ))}
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
