import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import type { ShownFault } from '#site/context.ts';
import { describePath } from '#src/describe-path.ts';
import type { Fault, Faults } from '#src/faults/faults.ts';
import { offerRetry, writeRefusalPage } from './http/refusal-page.ts';

const unrepeatableFields = /password|^present$|^turnstile_token$|^cf-turnstile-response$/;

/** False for passwords (`present` is the current one), and for what is good for one post alone. */
export const isRepeatableField = (name: string): boolean => !unrepeatableFields.test(name);

/** What went wrong while one page was rendered. */
export class PageFault {
  readonly #faults: Faults;
  readonly #method: string;
  readonly #path: string;
  /** What was typed; undefined without a form, and for a form with a file, which is gone. */
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

  /** What the error page shows; undefined where nothing went wrong. */
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
