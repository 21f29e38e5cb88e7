import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import type { World } from '../world.ts';
import type { Asked } from './asked.ts';
import { cvType, type Upload } from './cv.ts';
import { mayAsk, readForm, sampleLinkHolds, writeLead, type Answered } from './enquiry.ts';
import {
  careerForm,
  consentText,
  contactForm,
  requestForm,
  resellerForm,
  type RequestKind,
  type Visitor,
} from './model.ts';
import { confirm, subscribe, subscription, unsubscribe } from './newsletter.ts';

export type Leads = ReturnType<typeof createLeads>;

type Form = Readonly<Record<string, unknown>>;

/**
 * Who asks: newsletter, contact, sample, discount, inquiry, customization, career, reseller. Every verb that takes a form answers
 * 422 with a sentence at each field at fault, 429 after too many tries, 503 while the captcha's verifier is away.
 */
export function createLeads(world: World, asked: Asked) {
  const text = (
    values: Readonly<Record<string, string | number | boolean | undefined>>,
  ): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        value === undefined || name === 'turnstile_token' ? [] : [[name, String(value)]],
      ),
    );

  return {
    /** The address is asked to confirm; the same answer whatever was known of it. */
    subscribe: (form: Form, visitor: Visitor): Promise<Outcome<Answered>> =>
      subscribe(world, asked, form, visitor),
    subscription: (token: string) => subscription(world, token),
    confirmSubscription: (token: string): Promise<boolean> => confirm(world, asked, token),
    unsubscribe: (token: string): Promise<boolean> => unsubscribe(world, token),

    contact: async (form: Form, visitor: Visitor): Promise<Outcome<Answered>> => {
      const read = readForm(contactForm, form);
      if (!read.ok) return read;
      const { turnstile_token, privacy_policy: _, ...fields } = read.value;
      const refused = await mayAsk(world, turnstile_token, fields.email, visitor);
      return (
        refused ??
        writeLead(world, asked, {
          kind: 'contact',
          name: fields.name,
          email: fields.email,
          fields: text(fields),
          visitor,
          consent: consentText,
        })
      );
    },

    /** An enquiry about one report, by its code. `consent` is the sentence that was agreed to, where the form showed one. */
    request: async (
      kind: RequestKind,
      form: Form,
      visitor: Visitor,
      consent: string | undefined,
    ): Promise<Outcome<Answered>> => {
      const read = readForm(requestForm, form);
      if (!read.ok) return read;
      const { turnstile_token, report_id, ...fields } = read.value;
      const report = await asked.catalogue.reportForSale({ code: report_id });
      if (!report)
        return refuse(422, 'There is no such report.', { report_id: ['There is no such report.'] });
      const refused = await mayAsk(world, turnstile_token, fields.email, visitor);
      return (
        refused ??
        writeLead(world, asked, {
          kind,
          name: fields.name,
          email: fields.email,
          fields: text(fields),
          visitor,
          consent,
          report,
        })
      );
    },

    /** A job application. The CV is told by its content; a refused one is 422 (413 over 10 MiB) at `cv`. */
    apply: async (
      form: Form,
      cv: Upload | undefined,
      visitor: Visitor,
    ): Promise<Outcome<Answered>> => {
      const read = readForm(careerForm, form);
      const type = cvType(cv);
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
        (await world.limit('apply', visitor.address, 10, 3600)) ??
        (await world.limit('ask-email', fields.email.toLowerCase(), 10, 3600));
      if (wait !== undefined)
        return {
          ...refuse(
            429,
            `Too many applications in a short time. Please try again in ${Math.ceil(wait / 60)} minutes.`,
          ),
          retryAfter: wait,
        };
      return writeLead(world, asked, {
        kind: 'career',
        name: fields.name,
        email: fields.email,
        fields: text(fields),
        visitor,
        consent: consentText,
        ...(cv ? { cv: { ...cv, ...type } } : {}),
      });
    },

    becomeReseller: async (form: Form, visitor: Visitor): Promise<Outcome<Answered>> => {
      const read = readForm(resellerForm, form);
      if (!read.ok) return read;
      const { turnstile_token, policy: _, ...fields } = read.value;
      const country = await asked.countryName(fields.country);
      if (country === undefined)
        return refuse(422, 'Please choose your country.', {
          country: ['Please choose your country.'],
        });
      const refused = await mayAsk(world, turnstile_token, fields.email, visitor);
      return (
        refused ??
        writeLead(world, asked, {
          kind: 'reseller',
          name: fields.name,
          email: fields.email,
          fields: text({ ...fields, country }),
          visitor,
          consent: consentText,
        })
      );
    },

    /** All that is kept of an address: enquiries as they were sent, and its subscription. */
    keptOf: async (email: string): Promise<object> => {
      const enquiries = await world.db
        .selectFrom('lead')
        .select(['kind', 'at', 'page', 'fields', 'consent'])
        .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
        .orderBy('id')
        .execute();
      const newsletter = await world.db
        .selectFrom('subscriber')
        .select(['state', 'consent', 'askedAt', 'confirmedAt', 'goneAt'])
        .where('email', '=', email)
        .executeTakeFirst();
      return { enquiries, newsletter: newsletter ?? null };
    },

    /** The sample of a report behind a signed link; 404 for any link that is not ours or has ended. */
    openSample: async (
      code: string,
      expires: string,
      signature: string,
    ): Promise<Outcome<{ fileKey: string; bytes: number; fileName: string }>> => {
      const none = refuse(
        404,
        'This link to a sample has ended, or is not whole. Please ask for the sample again.',
      );
      if (!sampleLinkHolds(world, code, expires, signature)) return none;
      const report = await asked.catalogue.reportForSale({ code });
      return report
        ? done({
            ...(await asked.catalogue.sample(report.id)),
            fileName: `${report.code}-sample.pdf`,
          })
        : none;
    },
  };
}
