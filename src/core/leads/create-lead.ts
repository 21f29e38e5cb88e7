import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { groupErrorsByField, failWithFieldErrors } from '../kernel/form-fields.ts';
import { ok, fail, type Outcome, type Refusal } from '../kernel/outcome.ts';
import { queueEmail } from '../kernel/outbox.ts';
import type { Deps } from '../deps.ts';
import type { CvFileType, Upload } from './cv-upload.ts';
import type { LeadDeps } from './deps.ts';
import { visitorReplyEmail, salesNotificationEmail, type Publisher } from './emails.ts';
import {
  successMessages,
  duplicateWindowMs,
  sampleLinkDays,
  type LeadKind,
  type Visitor,
} from './model.ts';

export type SubmissionResult = { readonly message: string };

/** Right fields, or 422 with a sentence at each one that is at fault. */
export function parseForm<T extends z.ZodType>(
  schema: T,
  form: Readonly<Record<string, unknown>>,
): Outcome<z.infer<T>> {
  const parsed = schema.safeParse(form);
  return parsed.success
    ? ok(parsed.data)
    : failWithFieldErrors(groupErrorsByField(parsed.error.issues));
}

/**
 * Undefined where a visitor may go on: he is a person, and neither he nor the address tried too often. Asked only when the
 * fields are right, since a token is good once. 429 with the seconds to wait, 422 without a good token, 503 where the verifier is away.
 */
export async function checkRateLimitAndCaptcha(
  deps: Deps,
  captchaToken: string | undefined,
  email: string,
  visitor: Visitor,
): Promise<Refusal | undefined> {
  const retryAfterSeconds =
    (await deps.consumeRateLimit('lead-ip', visitor.clientIp, 20, 600)) ??
    (await deps.consumeRateLimit('lead-email', email.toLowerCase(), 10, 3600));
  if (retryAfterSeconds !== undefined)
    return {
      ...fail(
        'rate-limited',
        `Too many forms in a short time. Please try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
      ),
      retryAfterSeconds: retryAfterSeconds,
    };
  const sentence = 'Please complete the CAPTCHA.';
  if (!captchaToken) return fail('invalid', sentence, { turnstile_token: [sentence] });
  const verdict = await deps.captcha.verify(captchaToken, visitor.clientIp);
  if (verdict === 'refused') return fail('invalid', sentence, { turnstile_token: [sentence] });
  if (verdict === 'unknown')
    return {
      ...fail(
        'unavailable',
        "The check that you are a person can't be made at the moment. Your form was not sent; please try again in a few minutes.",
      ),
      retryAfterSeconds: 60,
    };
  return undefined;
}

export type NewLead = {
  readonly kind: LeadKind;
  readonly name: string;
  readonly email: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly visitor: Visitor;
  readonly consent: string | undefined;
  readonly report?: {
    readonly id: number;
    readonly title: string;
    readonly code: string;
    readonly slug: string;
  };
  readonly cv?: Upload & CvFileType;
};

/** The lead stands, and sales and the visitor will hear of it. The same enquiry within a day is the same lead and tells nobody again. */
export async function createLead(
  deps: Deps,
  leadDeps: LeadDeps,
  newLead: NewLead,
): Promise<Outcome<SubmissionResult>> {
  const { kind, name, email, fields, visitor, report, cv } = newLead;
  const now = deps.clock();
  const publisher = await getPublisher(deps, leadDeps);
  const cvHash = cv ? createHash('sha256').update(cv.bytes).digest('hex') : '';
  const fingerprint = createHash('sha256')
    .update(
      JSON.stringify([
        kind,
        email.toLowerCase(),
        Object.keys(fields)
          .toSorted((a, b) => a.localeCompare(b))
          .map((field) => [field, fields[field]]),
        report?.id ?? 0,
        cvHash,
      ]),
    )
    .digest('hex');
  // The file is durable before the row that names it; a file without a row harms nobody.
  const cvKey = cv && `cv/${deps.generateSecret()}.${cv.extension}`;
  if (cv && cvKey) await deps.files.put(cvKey, cv.bytes);
  await deps.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${fingerprint}, 0))`.execute(tx);
    const existingLead = await tx
      .selectFrom('lead')
      .select('id')
      .where('fingerprint', '=', fingerprint)
      .where('createdAt', '>', new Date(now.getTime() - duplicateWindowMs))
      .executeTakeFirst();
    if (existingLead) return;
    const { id } = await tx
      .insertInto('lead')
      .values({
        kind,
        createdAt: now,
        name,
        email,
        fields,
        pagePath: visitor.pagePath,
        reportId: report?.id ?? null,
        fingerprint,
        consent: newLead.consent ?? null,
        consentAt: newLead.consent ? now : null,
        cvKey: cvKey ?? null,
        cvName: cv ? cv.name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_').slice(-120) : null,
        cvType: cv?.mediaType ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const details = {
      id,
      kind,
      name,
      email,
      fields: cv ? { ...fields, cv: 'kept with the application' } : fields,
      page: visitor.pagePath,
      report: report && {
        title: report.title,
        code: report.code,
        url: `${deps.origin}/${report.slug}`,
      },
    };
    await queueEmail(deps, tx, salesNotificationEmail(details, publisher));
    await queueEmail(
      deps,
      tx,
      visitorReplyEmail(
        details,
        publisher,
        kind === 'sample' && report ? createSampleUrl(deps, report.code) : undefined,
      ),
    );
  });
  return ok({ message: successMessages[kind] });
}

export async function getPublisher(deps: Deps, leadDeps: LeadDeps): Promise<Publisher> {
  const { siteName, salesEmail } = await leadDeps.getSiteInfo();
  return { name: siteName, origin: deps.origin, salesEmail: salesEmail };
}

const buildSampleSignatureText = (code: string, expires: string): string =>
  `sample ${code} ${expires}`;

/** A link to the sample of a report that works for two weeks from any browser. */
export function createSampleUrl(deps: Deps, code: string): string {
  const expires = String(Math.floor(deps.clock().getTime() / 1000) + sampleLinkDays * 86_400);
  return `${deps.origin}/sample-file/${encodeURIComponent(code)}?expires=${expires}&signature=${deps.signer.sign(buildSampleSignatureText(code, expires))}`;
}

/** True for a link that we made and that has not ended. */
export function isSampleLinkValid(
  deps: Deps,
  code: string,
  expires: string,
  signature: string,
): boolean {
  return (
    deps.signer.isValid(buildSampleSignatureText(code, expires), signature) &&
    Number(expires) * 1000 > deps.clock().getTime()
  );
}
