import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { fieldErrors, fieldsAtFault } from '../kernel/fields.ts';
import { done, refuse, type Outcome, type Refusal } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { World } from '../world.ts';
import type { CvType, Upload } from './cv.ts';
import type { Asked } from './asked.ts';
import { answerVisitor, tellSales, type Publisher } from './letters.ts';
import { answers, sameWithin, sampleDays, type LeadKind, type Visitor } from './model.ts';

export type Answered = { readonly message: string };

/** Right fields, or 422 with a sentence at each one that is at fault. */
export function readForm<T extends z.ZodType>(
  schema: T,
  form: Readonly<Record<string, unknown>>,
): Outcome<z.infer<T>> {
  const read = schema.safeParse(form);
  return read.success ? done(read.data) : fieldsAtFault(fieldErrors(read.error.issues));
}

/**
 * Undefined where a visitor may go on: he is a person, and neither he nor the address tried too often. Asked only when the
 * fields are right, since a token is good once. 429 with the seconds to wait, 422 without a good token, 503 where the verifier is away.
 */
export async function mayAsk(
  world: World,
  token: string | undefined,
  email: string,
  visitor: Visitor,
): Promise<Refusal | undefined> {
  const wait =
    (await world.limit('ask-visitor', visitor.address, 20, 600)) ??
    (await world.limit('ask-email', email.toLowerCase(), 10, 3600));
  if (wait !== undefined)
    return {
      ...refuse(
        429,
        `Too many forms in a short time. Please try again in ${Math.ceil(wait / 60)} minutes.`,
      ),
      retryAfter: wait,
    };
  const sentence = 'Please complete the CAPTCHA.';
  if (!token) return refuse(422, sentence, { turnstile_token: [sentence] });
  const found = await world.human.check(token, visitor.address);
  if (found === 'refused') return refuse(422, sentence, { turnstile_token: [sentence] });
  if (found === 'unknown')
    return {
      ...refuse(
        503,
        "The check that you are a person can't be made at the moment. Your form was not sent; please try again in a few minutes.",
      ),
      retryAfter: 60,
    };
  return undefined;
}

export type Enquiry = {
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
  readonly cv?: Upload & CvType;
};

/** The lead stands, and sales and the visitor will hear of it. The same enquiry within a day is the same lead and tells nobody again. */
export async function writeLead(
  world: World,
  asked: Asked,
  enquiry: Enquiry,
): Promise<Outcome<Answered>> {
  const { kind, name, email, fields, visitor, report, cv } = enquiry;
  const now = world.clock();
  const by = await publisherOf(world, asked);
  const content = cv ? createHash('sha256').update(cv.bytes).digest('hex') : '';
  const fingerprint = createHash('sha256')
    .update(
      JSON.stringify([
        kind,
        email.toLowerCase(),
        Object.keys(fields)
          .toSorted((a, b) => a.localeCompare(b))
          .map((field) => [field, fields[field]]),
        report?.id ?? 0,
        content,
      ]),
    )
    .digest('hex');
  // The file is durable before the row that names it; a file without a row harms nobody.
  const cvKey = cv && `cv/${world.secret()}.${cv.extension}`;
  if (cv && cvKey) await world.files.put(cvKey, cv.bytes);
  await world.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${fingerprint}, 0))`.execute(tx);
    const again = await tx
      .selectFrom('lead')
      .select('id')
      .where('fingerprint', '=', fingerprint)
      .where('at', '>', new Date(now.getTime() - sameWithin))
      .executeTakeFirst();
    if (again) return;
    const { id } = await tx
      .insertInto('lead')
      .values({
        kind,
        at: now,
        name,
        email,
        fields: JSON.stringify(fields),
        page: visitor.page,
        reportId: report?.id ?? null,
        fingerprint,
        consent: enquiry.consent ?? null,
        consentAt: enquiry.consent ? now : null,
        cvKey: cvKey ?? null,
        cvName: cv ? cv.name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_').slice(-120) : null,
        cvType: cv?.type ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const told = {
      id,
      kind,
      name,
      email,
      fields: cv ? { ...fields, cv: 'kept with the application' } : fields,
      page: visitor.page,
      report: report && {
        title: report.title,
        code: report.code,
        url: `${world.origin}/${report.slug}`,
      },
    };
    await post(world, tx, tellSales(told, by));
    await post(
      world,
      tx,
      answerVisitor(
        told,
        by,
        kind === 'sample' && report ? sampleUrl(world, report.code) : undefined,
      ),
    );
  });
  return done({ message: answers[kind] });
}

export async function publisherOf(world: World, asked: Asked): Promise<Publisher> {
  const { siteName, salesEmail } = await asked.site();
  return { name: siteName, origin: world.origin, sales: salesEmail };
}

const signedSample = (code: string, expires: string): string => `sample ${code} ${expires}`;

/** A link to the sample of a report that works for two weeks from any browser. */
export function sampleUrl(world: World, code: string): string {
  const expires = String(Math.floor(world.clock().getTime() / 1000) + sampleDays * 86_400);
  return `${world.origin}/sample-file/${encodeURIComponent(code)}?expires=${expires}&signature=${world.sign.make(signedSample(code, expires))}`;
}

/** True for a link that we made and that has not ended. */
export function sampleLinkHolds(
  world: World,
  code: string,
  expires: string,
  signature: string,
): boolean {
  return (
    world.sign.check(signedSample(code, expires), signature) &&
    Number(expires) * 1000 > world.clock().getTime()
  );
}
