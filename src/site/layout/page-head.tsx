import { paths } from '#src/paths.ts';

/**
 * Title, description, canonical URL, feeds and share card of a page. The title ends with the site's
 * name. `structuredData` (schema.org) is escaped, so that it can't leave its script element.
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
  /** What the page is about, for sites where it is shared. */
  readonly shareType?: 'website' | 'article' | 'product';
}) {
  const title = `${props.title} | ${props.siteName}`;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={props.description} />
      {props.keywords && <meta name="keywords" content={props.keywords} />}
      {props.noIndex && <meta name="robots" content="noindex" />}
      {props.canonical && <link rel="canonical" href={props.canonical} />}
      <FeedLinks own={props.feed} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={props.description} />
      <meta property="og:site_name" content={props.siteName} />
      <meta property="og:type" content={props.shareType ?? 'website'} />
      {props.canonical && <meta property="og:url" content={props.canonical} />}
      <meta name="twitter:card" content="summary" />
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

function FeedLinks({ own }: { own: { title: string; path: string } | undefined }) {
  const feeds = [...(own ? [own] : []), { title: 'Market reports', path: paths.reportsFeed() }];
  return feeds.map(({ title, path }) => (
    <link key={path} rel="alternate" type="application/atom+xml" title={title} href={path} />
  ));
}
