/**
 * The settings of a store: everything that makes it one publisher's. `store.json` is exactly this,
 * so a message about it names the place in the file. What is written is checked further
 * (check-settings.ts).
 */
import { z } from 'zod';
import { deliverySchema } from '../catalogue/goods/delivery-schema.model.ts';
import { defaultDelivery } from '../catalogue/goods/delivery.model.ts';
import {
  addSpecifiedLicences,
  defaultLicenceTerms,
  isLicenceId,
} from '../catalogue/reports/licence.model.ts';
import { pageNames, socialNetworks } from '../content/model.ts';
import { emailWordsSchema } from '../kernel/email-words.model.ts';
import { currencies } from '../kernel/money.model.ts';
import { slugify } from '../kernel/slugify.ts';
import { findZone, unknownZone } from '../kernel/zone-names.model.ts';
import { coloursSchema } from './colours.model.ts';
import { htmlText } from './html.model.ts';
import { navigationSchema } from './navigation.model.ts';
import { numberingSchema } from './numbering.model.ts';
import { policyPagesSchema } from './policies/page.model.ts';
import { taxSchema } from './tax.model.ts';
import { homeSchema, textsSchema } from './texts.model.ts';

const line = (maxLength: number) => z.string().trim().min(1).max(maxLength);
/** May be empty. */
const optionalLine = (maxLength: number) => z.union([z.literal(''), line(maxLength)]).default('');
const email = z.email().max(254);
/** A picture's name: a path below the folder of pictures, or a URL. */
const picture = line(500).nullable().default(null);

const brand = z.strictObject({
  /** A few words below the name, in the footer and for search engines. */
  tagline: optionalLine(120),
  /** On light grounds; the name beside a mark if there is none. */
  logo: picture,
  /** On dark ones, such as the foot of every page; if there is none, the name beside a mark. */
  logoOnDark: picture,
  /** A smaller picture for browser tabs; PNG or SVG. */
  favicon: picture,
  colours: coloursSchema.prefault({}),
});

const office = z.strictObject({ place: line(60), phone: optionalLine(40), address: line(300) });

const legal = z.strictObject({
  /** As invoices name the seller; the store's name if it is empty. */
  name: optionalLine(200),
  address: optionalLine(300),
  taxId: optionalLine(40),
});

const about = z.strictObject({
  html: htmlText(20_000).default(''),
  /** "12": the years of experience on the about page. */
  experience: optionalLine(20),
  banner: picture,
  bannerText: optionalLine(300),
  /** Below the years: "years of experience". */
  experienceLabel: line(60).default('years of experience'),
  /** "Why choose us". */
  reasons: z.array(line(200)).max(12).default([]),
  cards: z
    .array(z.strictObject({ title: line(60), text: line(300) }))
    .max(12)
    .default([]),
});

const bank = z.strictObject({ holder: line(140), iban: line(42), bic: line(14) });

const licenceFields = z.strictObject({
  /** Made from the name if it is missing; it stays when the licence is renamed. */
  id: z.string().default(''),
  name: line(60),
  /** Its rights in one sentence; `{seats}` is the number of readers in words. */
  rights: line(600),
  /** The same in a few words, if licences are chosen; the rights if it is missing. */
  summary: line(200).optional(),
  /** Named readers, the buyer included; null if everybody employed by the company may read. */
  seats: z.int().min(1).max(10_000).nullable(),
  /** True if buyers get the editions that come later, without paying again. */
  includesNewEditions: z.boolean().default(true),
  /** False if it is no longer sold: orders keep it, and so do the prices of reports. */
  isOffered: z.boolean().default(true),
});

const licenceTerms = licenceFields
  .transform((terms) => ({ ...terms, id: terms.id || slugify(terms.name) }))
  .refine(({ id }) => isLicenceId(id), {
    path: ['name'],
    message: 'Choose another name: this one can’t be told from another.',
  });

const policy = z.strictObject({
  title: line(120),
  description: optionalLine(300),
  html: htmlText(200_000),
  /** The day of its last change, "2026-11-02". */
  updatedOn: z.iso.date(),
});

const pageMeta = z.strictObject({
  title: line(200),
  description: optionalLine(500),
  keywords: optionalLine(500),
});

/** Which day and hour it is for the store, by the IANA name of its zone. */
export const timeZoneField = z
  .string()
  .transform((text) => findZone(text))
  .refine((zone) => zone !== undefined, unknownZone);

const allSettings = z.strictObject({
  name: line(80),
  brand: brand.prefault({}),
  /** For questions of every kind, and for those about orders; emails are sent from the latter. */
  contact: z.strictObject({ email, salesEmail: email }),
  legal: legal.prefault({}),
  offices: z.array(office).max(12).default([]),
  about: about.prefault({}),
  social: z.partialRecord(z.enum(socialNetworks), z.url({ protocol: /^https$/ })).default({}),
  /** The account for bank transfers; null if there is none, and no order is paid that way. */
  bank: bank.nullable().default(null),
  currency: z.enum(currencies).default('USD'),
  timeZone: timeZoneField.default('UTC'),
  /** In the order in which they are offered; the specification's are always among them. */
  licences: z
    .array(licenceTerms)
    .max(12)
    .refine((all) => all.some(({ isOffered }) => isOffered), 'Offer at least one licence.')
    .refine(
      (all) => new Set(all.map(({ id }) => id)).size === all.length,
      'A licence is there twice.',
    )
    .transform(addSpecifiedLicences)
    .default([...defaultLicenceTerms]),
  /** The delivery of new and imported reports that don't say how they are delivered. */
  newReports: z.strictObject({ delivery: deliverySchema.default(defaultDelivery) }).prefault({}),
  tax: taxSchema.prefault({ kind: 'none' }),
  numbering: numberingSchema.prefault({}),
  navigation: navigationSchema.prefault({}),
  /** Which blocks the home page has. */
  home: homeSchema,
  texts: textsSchema,
  /** The store's own words of some emails; the others are built in. */
  emails: emailWordsSchema,
  /** In the order in which they are listed; their texts are in `policies`. */
  policyPages: policyPagesSchema,
  /** The published text, by the id of its page. */
  policies: z.record(z.string(), policy).default({}),
  metas: z.partialRecord(z.enum(pageNames), pageMeta).default({}),
});

export const settingsSchema = allSettings.superRefine(({ policies, policyPages }, context) => {
  for (const id of Object.keys(policies))
    if (!policyPages.some((page) => page.id === id))
      context.addIssue({
        code: 'custom',
        path: ['policies', id],
        message: 'There is no page of this id in policyPages.',
      });
});

export type StoreSettings = z.infer<typeof settingsSchema>;
/** As a file has it: what has a default may be missing. */
export type StoreSettingsInput = z.input<typeof settingsSchema>;
