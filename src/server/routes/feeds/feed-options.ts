import type { App } from '#core/app.ts';

/** The dependencies of sitemaps and feeds. */
export type FeedOptions = {
  readonly app: Pick<App, 'catalogue' | 'content'> & {
    readonly store: Pick<App['store'], 'getSiteInfo'>;
  };
  /** Public base URL, without a trailing slash. */
  readonly origin: string;
  /** Is told at `/<key>.txt`. */
  readonly indexNowKey?: string | undefined;
};
