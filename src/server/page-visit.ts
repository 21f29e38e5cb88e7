import { RouterContextProvider } from 'react-router';
import type { StaffVisit } from '#admin/context.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { appContext, visitContext, type ReportLink, type ShownFault } from '#site/context.ts';
import { setAdminContexts } from './admin/admin-visit.ts';
import { isAdminPath } from './admin/admin-path.ts';
import { splitProof } from './admin/proof-redirect.ts';
import { Flash } from './flash-cookie.ts';
import type { ServerOptions } from './options.ts';
import { PageCookies } from './page-cookies.ts';
import { describePath } from '#src/describe-path.ts';
import type { Fault, Faults } from '#src/faults/faults.ts';
import { offerRetry, writeRefusalPage } from './http/refusal-page.ts';

/** Who asks for a page, and the form that they posted. */
export type Visitor = {
  readonly clientIp: string;
  readonly form: SubmittedForm | undefined;
  /** Whom the guard of the back office has let in. */
  readonly staff?: StaffActor | undefined;
  /** Reports that a page that is not there offers instead. */
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
  /** The policy's sources for the styles that were written into the page; '' for none. */
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

/** Returns the assets that a page is drawn with, the same for every visitor. */
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

const unrepeatableFields = /password|^present$|^turnstile_token$|^cf-turnstile-response$/;

/** False for passwords (`present` is the current one), and for what is good for one post alone. */
export const isRepeatableField = (name: string): boolean => !unrepeatableFields.test(name);

/** The fault of one page's rendering. */
export class PageFault {
  readonly #faults: Faults;
  readonly #method: string;
  readonly #path: string;
  /** The typed fields; undefined without a form, and for a form with a file, which is gone. */
  readonly #postedFields: [string, string][] | undefined;
  #fault: Fault | undefined;

  constructor(faults: Faults, request: Request, form: SubmittedForm | undefined) {
    this.#faults = faults;
    this.#method = request.method;
    this.#path = describePath(new URL(request.url).pathname);
    if (form && !form.file)
      this.#postedFields = Object.entries(form.fields).filter(([name]) => isRepeatableField(name));
  }

  /** A page can meet several errors at once; a bug among them decides. */
  report(error: unknown): void {
    const fields = { method: this.#method, path: this.#path };
    const fault = this.#faults.report(error, fields, 'a page failed');
    if (this.#fault?.kind !== 'bug') this.#fault = fault;
  }

  /** Returns the fault that the error page shows; undefined if nothing went wrong. */
  getShown(): ShownFault | undefined {
    if (!this.#fault) return undefined;
    const { kind, requestId } = this.#fault;
    const isPost = this.#method === 'POST';
    return { kind, requestId, isPost, postedFields: this.#postedFields };
  }

  /**
   * React Router answers errors with 500, or with the status of the form that was posted, and the
   * last resort has no words.
   */
  applyTo(response: Response): Response {
    if (!this.#fault) return response;
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(this.#fault.headers)) headers.set(name, value);
    const { status } = this.#fault;
    if (headers.get('content-type')?.startsWith('text/html'))
      return new Response(response.body, { status, headers });
    headers.set('content-type', 'text/html; charset=utf-8');
    const { message } = this.#fault;
    const page = writeRefusalPage(
      { message, ...offerRetry(this.#method, { isBegun: true }) },
      this.#path,
    );
    return new Response(page, { status, headers });
  }
}
