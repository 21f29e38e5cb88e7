import { createContext } from 'react-router';
import type { Shop } from '#core/shop.ts';

/** What the server knows of one request for a page. */
export type Visit = {
  /** Tags of everything the page shows; a page that names none is private and never kept. */
  hangsOn(...tags: string[]): void;
  /** Secret of the ordering browser, or undefined where it has none yet. */
  readonly browser: string | undefined;
  /** Gives the browser a secret with this answer (and makes the answer private). */
  makeBrowser(): string;
  /** The visitor's network address, for limits. */
  readonly address: string;
  /** The captcha's script and key. */
  readonly challenge: { readonly script: string; readonly siteKey: string };
  /** A script that counts visits, loaded with consent alone. */
  readonly analytics: string | undefined;
  /** Secret of the customer's session, or undefined; its cookie is set and ended by `setSession`. */
  readonly session: string | undefined;
  setSession(secret: string | undefined): void;
  /** Who leaves takes the key to his orders along: the browser's session and its secret end with this answer. */
  leave(): void;
  /** What the browser calls itself, for the list of sessions. */
  readonly agent: string;
  /** Public base URL for canonical links and structured data. */
  readonly origin: string;
  /** URL of the script that brings islands alive. */
  readonly loader: string;
};

export const shopContext = createContext<Shop>();
export const visitContext = createContext<Visit>();
