import type { Context } from 'hono';
import { requestKinds, type RequestKind } from '#core/leads/model.ts';
import { refuse, type Outcome } from '#core/kernel/outcome.ts';
import type { WireApp, WireOptions, WireVisit } from './options.ts';
import { jsonBody } from './read-body.ts';
import { jsonLimit, refused } from './refusals.ts';

type Fields = Record<string, unknown>;
const answer = (c: Context, outcome: Outcome<{ message: string }>): Response =>
  outcome.ok
    ? c.json({ success: true, message: outcome.value.message }, 200, {
        'cache-control': 'no-store',
      })
    : refused(c, outcome);
const visitor = (c: Context<{ Bindings: WireVisit }>) => ({
  address: c.env.address,
  page: c.req.path,
});

/** "1" asks for a sample; "2" is an enquiry, unless `kind` says which other. */
function kindOf({ type, kind }: Fields): Outcome<RequestKind> {
  const say = (field: string, sentence: string) => refuse(422, sentence, { [field]: [sentence] });
  if (type !== '1' && type !== 1 && type !== '2' && type !== 2)
    return say(
      'type',
      'The type is 1 for a sample, 2 for a discount, an inquiry or a customization.',
    );
  if (String(type) === '1') return { ok: true, value: 'sample' };
  if (kind === undefined || kind === null) return { ok: true, value: 'inquiry' };
  const found = requestKinds.find((one) => one === kind && one !== 'sample');
  return found
    ? { ok: true, value: found }
    : say('kind', 'The kind is discount, inquiry or customization.');
}

/** Who asks: the pages' own verbs, limits, consent and captcha. */
export function leadCalls(api: WireApp, options: WireOptions): void {
  const { leads } = options.shop;
  const takes = (
    path: string,
    verb: (
      body: Fields,
      c: Context<{ Bindings: WireVisit }>,
    ) => Promise<Outcome<{ message: string }>>,
  ): void =>
    void api.post(path, jsonLimit(options), async (c) => {
      const body = await jsonBody(c);
      return body.ok ? answer(c, await verb(body.value, c)) : refused(c, body);
    });
  takes('/subscriber', (body, c) => leads.subscribe(body, visitor(c)));
  takes('/contact-us', (body, c) => leads.contact(body, visitor(c)));
  takes('/become-reseller', (body, c) => leads.becomeReseller(body, visitor(c)));
  takes('/sample-report-request', async (body, c) => {
    const kind = kindOf(body);
    if (kind.ok) return leads.request(kind.value, body, visitor(c), undefined);
    // What else is wrong is told at once, and the captcha is not spent.
    const others = await leads.request(
      'sample',
      { ...body, turnstile_token: '' },
      visitor(c),
      undefined,
    );
    const { turnstile_token: _, ...errors } = others.ok ? {} : (others.errors ?? {});
    return refuse(
      422,
      Object.keys(errors).length > 0 ? 'Please look at the fields that are marked.' : kind.message,
      { ...errors, ...kind.errors },
    );
  });
  api.post(
    '/carrer',
    options.bodyLimit(10 * 1024 * 1024 + 64 * 1024, (c) =>
      refused(c, { ok: false, status: 413, message: 'The CV is larger than 10 MB.' }),
    ),
    async (c) => {
      if (
        !/^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? '') ||
        c.req.header('content-encoding')
      )
        return refused(c, {
          ok: false,
          status: 415,
          message: 'This call takes multipart/form-data.',
        });
      const form = await c.req.raw.formData().catch(() => undefined);
      if (!form)
        return refused(c, {
          ok: false,
          status: 400,
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
      return answer(c, await leads.apply(fields, upload, visitor(c)));
    },
  );
}
