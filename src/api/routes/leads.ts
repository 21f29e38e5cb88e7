import type { Context } from 'hono';
import { requestKinds, type RequestKind } from '#core/leads/model.ts';
import { fail, type Outcome } from '#core/kernel/outcome.model.ts';
import type { ApiRouter, ApiOptions, ApiRequestContext } from '../options.ts';
import { readJsonBody } from '../read-json-body.ts';
import { limitJsonBody, sendRefusal } from '../error-responses.ts';

type Fields = Record<string, unknown>;
const sendOutcome = (c: Context, outcome: Outcome<{ message: string }>): Response =>
  outcome.ok
    ? c.json({ success: true, message: outcome.value.message }, 200, {
        'cache-control': 'no-store',
      })
    : sendRefusal(c, outcome);
const readVisitor = (c: Context<{ Bindings: ApiRequestContext }>) => ({
  clientIp: c.env.clientIp,
  pagePath: c.req.path,
});

/** "1" asks for a sample; "2" is an enquiry, unless `kind` says which other. */
function parseRequestKind({ type, kind }: Fields): Outcome<RequestKind> {
  const failField = (field: string, sentence: string) =>
    fail('invalid', sentence, { [field]: [sentence] });
  if (type !== '1' && type !== 1 && type !== '2' && type !== 2)
    return failField(
      'type',
      'The type is 1 for a sample, 2 for a discount, an inquiry or a customization.',
    );
  if (String(type) === '1') return { ok: true, value: 'sample' };
  if (kind === undefined || kind === null) return { ok: true, value: 'inquiry' };
  const found = requestKinds.find((one) => one === kind && one !== 'sample');
  return found
    ? { ok: true, value: found }
    : failField('kind', 'The kind is discount, inquiry or customization.');
}

/** Who asks: the pages' own verbs, limits, consent and captcha. */
export function addLeadRoutes(api: ApiRouter, options: ApiOptions): void {
  const { leads } = options.app;
  const addFormRoute = (
    path: string,
    submit: (
      body: Fields,
      c: Context<{ Bindings: ApiRequestContext }>,
    ) => Promise<Outcome<{ message: string }>>,
  ): void =>
    void api.post(path, limitJsonBody(options), async (c) => {
      const body = await readJsonBody(c);
      return body.ok ? sendOutcome(c, await submit(body.value, c)) : sendRefusal(c, body);
    });
  addFormRoute('/subscriber', (body, c) => leads.subscribe(body, readVisitor(c)));
  addFormRoute('/contact-us', (body, c) => leads.submitContact(body, readVisitor(c)));
  addFormRoute('/become-reseller', (body, c) =>
    leads.submitResellerApplication(body, readVisitor(c)),
  );
  addFormRoute('/sample-report-request', async (body, c) => {
    const kind = parseRequestKind(body);
    if (kind.ok) return leads.submitReportRequest(kind.value, body, readVisitor(c), undefined);
    // What else is wrong is told at once, and the captcha is not spent.
    const others = await leads.submitReportRequest(
      'sample',
      { ...body, turnstile_token: '' },
      readVisitor(c),
      undefined,
    );
    const { turnstile_token: _, ...errors } = others.ok ? {} : (others.errors ?? {});
    return fail(
      'invalid',
      Object.keys(errors).length > 0 ? 'Please look at the fields that are marked.' : kind.message,
      { ...errors, ...kind.errors },
    );
  });
  api.post(
    '/carrer',
    options.limitBody(10 * 1024 * 1024 + 64 * 1024, (c) =>
      sendRefusal(c, { ok: false, code: 'too-large', message: 'The CV is larger than 10 MB.' }),
    ),
    async (c) => {
      if (
        !/^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? '') ||
        c.req.header('content-encoding')
      )
        return sendRefusal(c, {
          ok: false,
          code: 'unsupported-type',
          message: 'This call takes multipart/form-data.',
        });
      const form = await c.req.raw.formData().catch(() => undefined);
      if (!form)
        return sendRefusal(c, {
          ok: false,
          code: 'malformed',
          message: 'The body is not the form that its content type says.',
        });
      const fields = Object.fromEntries(
        [...form].filter(([, value]) => typeof value === 'string').toReversed(),
      );
      const cv = form.get('cv');
      const upload =
        cv instanceof File
          ? { name: cv.name, bytes: new Uint8Array(await cv.arrayBuffer()) }
          : undefined;
      return sendOutcome(c, await leads.submitJobApplication(fields, upload, readVisitor(c)));
    },
  );
}
