import { ok, fail, type Outcome } from '../kernel/outcome.model.ts';
import type { Deps } from '../deps.ts';
import type { LeadDeps } from './deps.ts';
import { detectCvType, type Upload } from './cv-upload.ts';
import {
  checkRateLimitAndCaptcha,
  parseForm,
  isSampleLinkValid,
  createLead,
  type SubmissionResult,
} from './create-lead.ts';
import {
  careerForm,
  consentText,
  contactForm,
  requestForm,
  resellerForm,
  type RequestKind,
  type Visitor,
} from './model.ts';
import { confirmSubscription, subscribe, getSubscription, unsubscribe } from './newsletter.ts';

export type Leads = ReturnType<typeof createLeads>;

type Form = Readonly<Record<string, unknown>>;

/**
 * Who asks: newsletter, contact, sample, discount, inquiry, customization, career, reseller. Every verb that takes a form answers
 * 422 with a sentence at each field at fault, 429 after too many tries, 503 while the captcha's verifier is away.
 */
export function createLeads(deps: Deps, leadDeps: LeadDeps) {
  const toTextFields = (
    values: Readonly<Record<string, string | number | boolean | undefined>>,
  ): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        value === undefined || name === 'turnstile_token' ? [] : [[name, String(value)]],
      ),
    );

  return {
    /** The address is asked to confirm; the same answer whatever was known of it. */
    subscribe: (form: Form, visitor: Visitor): Promise<Outcome<SubmissionResult>> =>
      subscribe(deps, leadDeps, form, visitor),
    getSubscription: (token: string) => getSubscription(deps, token),
    confirmSubscription: (token: string): Promise<boolean> =>
      confirmSubscription(deps, leadDeps, token),
    unsubscribe: (token: string): Promise<boolean> => unsubscribe(deps, token),

    submitContact: async (form: Form, visitor: Visitor): Promise<Outcome<SubmissionResult>> => {
      const read = parseForm(contactForm, form);
      if (!read.ok) return read;
      const { turnstile_token, privacy_policy: _, ...fields } = read.value;
      const refused = await checkRateLimitAndCaptcha(deps, turnstile_token, fields.email, visitor);
      return (
        refused ??
        createLead(deps, leadDeps, {
          kind: 'contact',
          name: fields.name,
          email: fields.email,
          fields: toTextFields(fields),
          visitor,
          consent: consentText,
        })
      );
    },

    /** An enquiry about one report, by its code. `consent` is the sentence that was agreed to, where the form showed one. */
    submitReportRequest: async (
      kind: RequestKind,
      form: Form,
      visitor: Visitor,
      consent: string | undefined,
    ): Promise<Outcome<SubmissionResult>> => {
      const read = parseForm(requestForm, form);
      if (!read.ok) return read;
      const { turnstile_token, report_id, ...fields } = read.value;
      const report = await leadDeps.catalogue.getReportForSale({ code: report_id });
      if (!report)
        return fail('invalid', 'There is no such report.', {
          report_id: ['There is no such report.'],
        });
      const refused = await checkRateLimitAndCaptcha(deps, turnstile_token, fields.email, visitor);
      return (
        refused ??
        createLead(deps, leadDeps, {
          kind,
          name: fields.name,
          email: fields.email,
          fields: toTextFields(fields),
          visitor,
          consent,
          report,
        })
      );
    },

    /** A job application. The CV is told by its content; a refused one is 422 (413 over 10 MiB) at `cv`. */
    submitJobApplication: async (
      form: Form,
      cv: Upload | undefined,
      visitor: Visitor,
    ): Promise<Outcome<SubmissionResult>> => {
      const read = parseForm(careerForm, form);
      const type = detectCvType(cv);
      if ('ok' in type)
        return read.ok
          ? type
          : {
              ...read,
              errors: { ...read.errors, ...type.errors },
              message: 'Please look at the fields that are marked.',
            };
      if (!read.ok) return read;
      const { turnstile_token: _, ...fields } = read.value;
      const wait =
        (await deps.consumeRateLimit('job-application-ip', visitor.clientIp, 10, 3600)) ??
        (await deps.consumeRateLimit('lead-email', fields.email.toLowerCase(), 10, 3600));
      if (wait !== undefined)
        return {
          ...fail(
            'rate-limited',
            `Too many applications in a short time. Please try again in ${Math.ceil(wait / 60)} minutes.`,
          ),
          retryAfterSeconds: wait,
        };
      return createLead(deps, leadDeps, {
        kind: 'career',
        name: fields.name,
        email: fields.email,
        fields: toTextFields(fields),
        visitor,
        consent: consentText,
        ...(cv ? { cv: { ...cv, ...type } } : {}),
      });
    },

    submitResellerApplication: async (
      form: Form,
      visitor: Visitor,
    ): Promise<Outcome<SubmissionResult>> => {
      const read = parseForm(resellerForm, form);
      if (!read.ok) return read;
      const { turnstile_token, policy: _, ...fields } = read.value;
      const country = await leadDeps.getCountryName(fields.country);
      if (country === undefined)
        return fail('invalid', 'Please choose your country.', {
          country: ['Please choose your country.'],
        });
      const refused = await checkRateLimitAndCaptcha(deps, turnstile_token, fields.email, visitor);
      return (
        refused ??
        createLead(deps, leadDeps, {
          kind: 'reseller',
          name: fields.name,
          email: fields.email,
          fields: toTextFields({ ...fields, country }),
          visitor,
          consent: consentText,
        })
      );
    },

    /** All that is kept of an address: enquiries as they were sent, and its subscription. */
    exportData: async (email: string): Promise<object> => {
      const enquiries = await deps.db
        .selectFrom('lead')
        .select(['kind', 'createdAt', 'pagePath', 'fields', 'consent'])
        .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
        .orderBy('id')
        .execute();
      const newsletter = await deps.db
        .selectFrom('subscriber')
        .select(['state', 'consent', 'requestedAt', 'confirmedAt', 'unsubscribedAt'])
        .where('email', '=', email)
        .executeTakeFirst();
      return { enquiries, newsletter: newsletter ?? null };
    },

    /** The sample of a report behind a signed link; 404 for any link that is not ours or has ended. */
    getSampleFile: async (
      code: string,
      expires: string,
      signature: string,
    ): Promise<Outcome<{ fileKey: string; bytes: number; fileName: string }>> => {
      const invalidLink = fail(
        'not-found',
        'This link to a sample has ended, or is not whole. Please ask for the sample again.',
      );
      if (!isSampleLinkValid(deps, code, expires, signature)) return invalidLink;
      const report = await leadDeps.catalogue.getReportForSale({ code });
      return report
        ? ok({
            ...(await leadDeps.catalogue.ensureSamplePdf(report.id)),
            fileName: `${report.code}-sample.pdf`,
          })
        : invalidLink;
    },
  };
}
