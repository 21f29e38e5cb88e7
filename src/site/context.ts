import { createContext } from 'react-router';
import type { NewSession } from '#core/accounts/model.ts';
import type { App } from '#core/app.ts';
import type { SuggestedReport } from '#core/catalogue/model.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import type { PictureSize } from '#src/picture.model.ts';
import type { CaptchaConfig } from '#ui/captcha.tsx';

/** An error as the visitor is told of it. */
export type ShownFault = {
  readonly kind: 'unavailable' | 'bug';
  readonly requestId: string;
  readonly isPost: boolean;
  /**
   * Names and values of the form that was posted, without passwords; undefined for a read, and for a
   * form with a file.
   */
  readonly postedFields: readonly (readonly [string, string])[] | undefined;
};

export type ReportLink = Pick<SuggestedReport, 'slug' | 'title'>;

/**
 * The server's knowledge of one request for a page, and the effects that the page may have on its
 * response.
 */
export type Visit = {
  /** Tags of everything that the page shows; a page without tags is private and never cached. */
  readonly cacheTags: (...tags: string[]) => void;
  /** The secret of the ordering browser, or undefined if it has none yet. */
  readonly buyerSecret: string | undefined;
  /** Sets the browser's secret with this response, if it has none yet, and returns it. */
  readonly ensureBuyerCookie: () => string;
  /** The form that was posted; no fields for a request without one. */
  readonly form: SubmittedForm;
  /** Returns the sentence of the action before the redirect to this page; it is there once. */
  readonly takeMessage: () => string | undefined;
  /** The page that this answer redirects to shows the message. Only private pages can take it. */
  readonly leaveMessage: (message: string) => void;
  /** The visitor's network address, for limits. */
  readonly clientIp: string;
  /** Reports that fit the words of an address without a page; empty for all pages. */
  readonly suggestedReports: readonly ReportLink[];
  /** How large a picture is, so that its place is kept; undefined if it is not there. */
  readonly measurePicture: (name: string) => Promise<PictureSize | undefined>;
  readonly captcha: CaptchaConfig;
  /** A script that counts visits, loaded only with consent. */
  readonly analyticsScriptUrl: string | undefined;
  /** The secret of the customer's session, or undefined; `setLoginCookies` changes it. */
  readonly sessionSecret: string | undefined;
  readonly setLoginCookies: (started: NewSession) => void;
  /** The mark of a browser that has logged in before. */
  readonly knownBrowser: string | undefined;
  /**
   * This response deletes the session's cookie and the browser's secret, its access to its orders.
   */
  readonly clearCookies: () => void;
  /** The browser's user agent, for the list of sessions. */
  readonly userAgent: string;
  /** The page answers a form that was posted to it. */
  readonly isAnswer: boolean;
  /** Public base URL for canonical links and structured data. */
  readonly origin: string;
  /** URL of the script that hydrates islands. */
  readonly islandsLoaderUrl: string;
  /** A public page's HTML with its style sheets in the place of the links to them. */
  readonly writeStylesInto: (html: string) => string;
  /** Logs an error of this page, and decides on its status: 503 or 500. */
  readonly reportError: (error: unknown) => void;
  /** Returns the fault that was reported so far. */
  readonly getShownFault: () => ShownFault | undefined;
};

export const appContext = createContext<App>();
export const visitContext = createContext<Visit>();
