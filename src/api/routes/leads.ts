import { fail, type Outcome } from '#core/kernel/outcome.model.ts';
import { requestKinds, type RequestKind } from '#core/leads/model.ts';
import { limitJsonBody, sendRefusal } from '../error-responses.ts';
import type { ApiContext, ApiOptions, ApiRouter } from '../options.ts';
import { readJsonBody } from '../read-json-body.ts';

type Fields = Record<string, unknown>;
type FormOutcome = Outcome<{ message: string }>;
type Leads = ApiOptions['app']['leads'];

const sendOutcome = (c: ApiContext, outcome: FormOutcome): Response =>
  outcome.ok
    ? c.json({ success: true, message: outcome.value.message }, 200, {
        'cache-control': 'no-store',
      })
    : sendRefusal(c, outcome);

const readVisitor = (c: ApiContext) => ({ clientIp: c.env.clientIp, pagePath: c.req.path });

/** Newsletter, contact, report requests, resellers and job applications. */
export function addLeadRoutes(api: ApiRouter, options: ApiOptions): void {
  const { leads } = options.app;
  const addFormRoute = (
    path: string,
    submit: (body: Fields, c: ApiContext) => Promise<FormOutcome>,
  ): void =>
    void api.post(path, limitJsonBody(options), async (c) => {
      const body = await readJsonBody(c);
      return body.ok ? sendOutcome(c, await submit(body.value, c)) : sendRefusal(c, body);
    });
  addFormRoute('/subscriber', (body, c) => leads.newsletter.subscribe(body, readVisitor(c)));
  addFormRoute('/contact-us', (body, c) => leads.forms.submitContact(body, readVisitor(c)));
  addFormRoute('/become-reseller', (body, c) =>
    leads.forms.submitResellerApplication(body, readVisitor(c)),
  );
  addFormRoute('/sample-report-request', (body, c) => submitReportRequest(c, leads, body));
  addJobApplicationRoute(api, options);
}

/** "1" requests a sample; "2" an inquiry, or what `kind` says. Refuses others (`invalid`). */
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
  const found = requestKinds.find((known) => known === kind && known !== 'sample');
  return found
    ? { ok: true, value: found }
    : failField('kind', 'The kind is discount, inquiry or customization.');
}

async function submitReportRequest(
  c: ApiContext,
  leads: Leads,
  body: Fields,
): Promise<FormOutcome> {
  const kind = parseRequestKind(body);
  if (kind.ok) return leads.forms.submitReportRequest(kind.value, body, readVisitor(c), undefined);
  // All errors are in one response. Without its token the captcha is not consumed.
  const others = await leads.forms.submitReportRequest(
    'sample',
    { ...body, turnstile_token: '' },
    readVisitor(c),
    undefined,
  );
  const { turnstile_token: _, ...errors } = others.ok ? {} : (others.errors ?? {});
  return fail(
    'invalid',
    Object.keys(errors).length > 0 ? 'Please check the fields that are marked.' : kind.message,
    { ...errors, ...kind.errors },
  );
}

/** The one endpoint that takes multipart/form-data: a CV of at most 10 MiB with its fields. */
function addJobApplicationRoute(
  api: ApiRouter,
  { app: { leads }, withUploadForm }: ApiOptions,
): void {
  api.post('/carrer', async (c) => {
    const contentType = c.req.header('content-type') ?? '';
    if (!/^multipart\/form-data\s*;/i.test(contentType) || c.req.header('content-encoding'))
      return sendRefusal(c, fail('unsupported-type', 'This call accepts multipart/form-data.'));
    return withUploadForm(c.req.raw, c.env.clientIp, async (form) => {
      if (!form.ok) return sendRefusal(c, form);
      const { fields, file, fileRefusal } = form.value;
      if (fileRefusal) return sendRefusal(c, fileRefusal);
      return sendOutcome(c, await leads.jobApplications.submit(fields, file, readVisitor(c)));
    });
  });
}
