import { RouterContextProvider } from 'react-router';
import type { StaffVisit } from '#admin/context.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { appContext, visitContext, type ReportLink } from '#site/context.ts';
import { setAdminContexts } from './admin/admin-visit.ts';
import { isAdminPath } from './admin/admin-path.ts';
import { splitProof } from './admin/proof-redirect.ts';
import { Flash } from './flash-cookie.ts';
import type { ServerOptions } from './options.ts';
import { PageCookies } from './page-cookies.ts';
import { PageFault } from './page-fault.ts';

/** Who asks for a page, and the form that they posted. */
export type Visitor = {
  readonly clientIp: string;
  readonly form: SubmittedForm | undefined;
  /** Whom the guard of the back office has let in. */
  readonly staff?: StaffActor | undefined;
  /** What a page that is not there offers instead. */
  readonly suggestedReports?: readonly ReportLink[];
};

/** With the addresses that the back office's menu may show. */
type AdmittedVisitor = Visitor & {
  readonly hasAdminPage?: StaffVisit['hasPage'] | undefined;
  readonly findStatus: StaffVisit['findStatus'];
};

/** One request for a page: what its route is given, and what the route asked for. */
export type PageVisit = {
  readonly context: RouterContextProvider;
  /** Names of everything that the page shows; none for a private page. */
  readonly tags: ReadonlySet<string>;
  /** Adds the cookies that the route set or cleared to the answer. */
  readonly appendCookies: (headers: Headers) => void;
  readonly styles: WrittenStyles;
  /** The answer with the status that its fault has; other answers as they are. */
  readonly applyFault: (response: Response) => Response;
};

export function createPageVisit(
  options: ServerOptions,
  request: Request,
  visitor: AdmittedVisitor,
): PageVisit {
  const isAdmin = isAdminPath(new URL(request.url).pathname);
  const { form, proofFields } = splitProof(visitor.form);
  const cookies = new PageCookies(request.headers.get('cookie'), options.origin);
  const tags = new Set<string>();
  const fault = new PageFault(options.faults, request, form);
  const context = new RouterContextProvider();
  const flash = new Flash(request, options.origin);
  const styles = new WrittenStyles(options, isAdmin);
  if (isAdmin)
    setAdminContexts(context, options, request, { ...visitor, form, proofFields, cookies, flash });
  context.set(appContext, options.app);
  context.set(visitContext, {
    cacheTags: (...names) => names.forEach((name) => tags.add(name)),
    buyerSecret: cookies.read('buyer'),
    ensureBuyerCookie: () => cookies.ensureBuyer(),
    origin: options.origin,
    clientIp: visitor.clientIp,
    suggestedReports: visitor.suggestedReports ?? [],
    form: form ?? { fields: {} },
    takeMessage: () => flash.take(),
    leaveMessage: (message) => flash.leave(message),
    // A page that is rendered after its form changed the session sees the new one.
    get sessionSecret() {
      return cookies.session;
    },
    setLoginCookies: (started) => cookies.startSession(started),
    knownBrowser: cookies.read('known-browser'),
    clearCookies: () => cookies.clear(),
    userAgent: request.headers.get('user-agent') ?? '',
    isAnswer: request.method === 'POST',
    ...createPageAssets(options, isAdmin, styles),
    reportError: (error) => fault.report(error),
    getShownFault: () => fault.getShown(),
  });
  return {
    context,
    tags,
    styles,
    applyFault: (response) => fault.applyTo(response),
    appendCookies: (headers) => {
      cookies.appendTo(headers);
      flash.appendTo(headers);
    },
  };
}

/** Styles of a public page; the back office has files. */
class WrittenStyles {
  readonly #pageStyles: ServerOptions['pageStyles'];
  readonly #isAdmin: boolean;
  /** What the page's policy allows for what was written into it; '' for nothing. */
  policySources = '';

  constructor({ pageStyles }: ServerOptions, isAdmin: boolean) {
    this.#pageStyles = pageStyles;
    this.#isAdmin = isAdmin;
  }

  writeInto(page: string): string {
    if (this.#isAdmin) return page;
    const { html, policySources } = this.#pageStyles.writeInto(page);
    this.policySources = policySources;
    return html;
  }
}

/** What a page is drawn with, the same for every visitor. */
const createPageAssets = (
  { pictures, captcha, analyticsScriptUrl, islandsLoaderUrls }: ServerOptions,
  isAdmin: boolean,
  styles: WrittenStyles,
) => ({
  measurePicture: pictures.measure,
  captcha,
  analyticsScriptUrl,
  islandsLoaderUrl: islandsLoaderUrls[isAdmin ? 'admin' : 'site'],
  writeStylesInto: (page: string) => styles.writeInto(page),
});
