import { Fragment } from 'react';
import { paths } from '#src/paths.ts';
import { buildBreadcrumb } from '#site/structured-data/breadcrumb.ts';
import { StructuredData } from '#site/structured-data/structured-data.tsx';
import { useOrigin } from './use-site.ts';

/**
 * Title, description, canonical URL, feeds and share card of a page. The title ends with the site's
 * name.
 */
export function PageHead(props: {
  readonly title: string;
  readonly siteName: string;
  readonly description: string;
  readonly canonical?: string;
  readonly keywords?: string;
  readonly noIndex?: boolean;
  readonly structuredData?: readonly object[];
  /** The way from the home page, which it leaves out, to the page itself. */
  readonly way?: readonly (readonly [name: string, path: string])[];
  /** A feed of what the page shows, beside the one of all reports that every page names. */
  readonly feed?: { readonly title: string; readonly path: string };
  /** The type of the page, for sites where it is shared. */
  readonly shareType?: 'website' | 'article' | 'product';
  /** The card that those sites show: by default the store's. */
  readonly shareCard?: ShareCardPicture;
  /** The same page as Markdown. */
  readonly markdownPath?: string;
}) {
  const title = `${props.title} | ${props.siteName}`;
  const origin = useOrigin();
  // A store that has just begun has not described its pages.
  const description = props.description || title;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {props.keywords && <meta name="keywords" content={props.keywords} />}
      {props.noIndex && <meta name="robots" content="noindex" />}
      {props.canonical && <link rel="canonical" href={props.canonical} />}
      <FeedLinks own={props.feed} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:site_name" content={props.siteName} />
      <meta property="og:type" content={props.shareType ?? 'website'} />
      {props.canonical && <meta property="og:url" content={props.canonical} />}
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <ShareCardTags card={props.shareCard ?? { url: paths.shareCard(), text: props.siteName }} />
      {props.markdownPath && (
        <link rel="alternate" type="text/markdown" href={props.markdownPath} />
      )}
      <StructuredData items={props.structuredData ?? []} />
      {props.way && (
        <StructuredData items={[buildBreadcrumb(origin, [['Home', paths.home()], ...props.way])]} />
      )}
    </>
  );
}

/** A picture of 1200 × 630 pixels. */
type ShareCardPicture = {
  /** A path of this site, or an address. */
  readonly url: string;
  /** The picture's description. */
  readonly text: string;
};

/** Sites that show a shared page want whole addresses. */
function ShareCardTags({ card }: { card: ShareCardPicture }) {
  const origin = useOrigin();
  return (
    <>
      <meta property="og:image" content={new URL(card.url, origin).href} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={card.text} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image" content={new URL(card.url, origin).href} />
      <meta name="twitter:image:alt" content={card.text} />
    </>
  );
}

function FeedLinks({ own }: { own: { title: string; path: string } | undefined }) {
  const feeds = [...(own ? [own] : []), { title: 'Market reports', path: paths.reportsFeed() }];
  return feeds.map(({ title, path }) => (
    <Fragment key={path}>
      <link rel="alternate" type="application/atom+xml" title={title} href={path} />
      <link
        rel="alternate"
        type="application/rss+xml"
        title={`${title} (RSS)`}
        href={path.replace(/atom$/, 'rss')}
      />
    </Fragment>
  ));
}
