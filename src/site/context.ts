import { createContext } from 'react-router';
import type { App } from '#core/app.ts';

/** What the server knows of one request for a page. */
export type Visit = {
  /** Tags of everything the page shows; a page that names none is private and never kept. */
  cacheTags(...tags: string[]): void;
  /** Secret of the ordering browser, or undefined where it has none yet. */
  readonly buyerSecret: string | undefined;
  /** Gives the browser a secret with this answer (and makes the answer private). */
  ensureBuyerCookie(): string;
  /** The visitor's network address, for limits. */
  readonly clientIp: string;
  /** The captcha's script and key. */
  readonly captcha: { readonly scriptUrl: string; readonly siteKey: string };
  /** A script that counts visits, loaded with consent alone. */
  readonly analyticsScriptUrl: string | undefined;
  /** Secret of the customer's session, or undefined; its cookie is set and ended by `setSession`. */
  readonly sessionSecret: string | undefined;
  setSessionCookie(secret: string | undefined): void;
  /** Who leaves takes the key to his orders along: the browser's session and its secret end with this answer. */
  clearCookies(): void;
  /** What the browser calls itself, for the list of sessions. */
  readonly userAgent: string;
  /** Public base URL for canonical links and structured data. */
  readonly origin: string;
  /** URL of the script that brings islands alive. */
  readonly islandsLoaderUrl: string;
};

export const appContext = createContext<App>();
export const visitContext = createContext<Visit>();
