/** The settings as pages, emails and documents read them. Safe in the browser. */
import { spellOutRights, type LicenceTerms } from '../catalogue/reports/licence.model.ts';
import type { SocialNetwork } from '../content/model.ts';
import type { Letterhead } from '../kernel/email-layout.ts';
import type { Currency } from '../kernel/money.model.ts';
import { defaultAccent } from './colours.model.ts';
import type { NavigationLink } from './navigation.model.ts';
import type { StoreSettings } from './settings.model.ts';
import type { HomeBlock, TextKey } from './texts.model.ts';

export type Office = {
  readonly place: string;
  /** Empty if it has none. */
  readonly phone: string;
  readonly address: string;
};

export type BankAccount = { readonly holder: string; readonly iban: string; readonly bic: string };

/** The store as its pages show it. Texts are empty if the publisher gave none. */
export type SiteInfo = {
  readonly siteName: string;
  readonly tagline: string;
  /** A picture's name: a path below the folder of pictures, or a URL. So are all pictures. */
  readonly logo: string | null;
  /** The same for dark grounds. */
  readonly logoOnDark: string | null;
  readonly favicon: string | null;
  readonly colours: { readonly accent: string | null; readonly accentDeep: string | null };
  readonly email: string;
  /** The address for questions about orders. */
  readonly salesEmail: string;
  readonly offices: readonly Office[];
  /** HTML. */
  readonly aboutUs: string;
  /** "12": the years of experience on the about page. */
  readonly aboutUsExperience: string;
  /** The picture at the top of the about page, by its name, and what it shows. */
  readonly aboutUsBanner: string | null;
  readonly aboutUsBannerText: string;
  readonly experienceLabel: string;
  readonly reasons: readonly string[];
  readonly cards: readonly { readonly title: string; readonly text: string }[];
  readonly home: {
    readonly blocks: readonly HomeBlock[];
    readonly emptyBlocks: 'hidden' | 'named';
  };
  readonly texts: Readonly<Record<TextKey, string>>;
  readonly socialMedia: Readonly<Partial<Record<SocialNetwork, string>>>;
  /** The account for bank transfers; null if no order is paid that way. */
  readonly bank: BankAccount | null;
  readonly currency: Currency;
  /** Of its days and hours, an IANA name. */
  readonly timeZone: string;
  /** The licences that are offered, in their order, with their rights spelt out. */
  readonly licences: readonly LicenceTerms[];
  /** "plus VAT" or "incl. VAT"; empty if the store charges no tax. */
  readonly taxNote: string;
  /** "QI-000001": what an order's number looks like. */
  readonly orderNumberExample: string;
  readonly headerLinks: readonly NavigationLink[];
  /** False if the publisher has not written one: its page is a 404 then. */
  readonly hasRefundPolicy: boolean;
  /** Pages with a text that the line below the checkout links to. */
  readonly checkoutPages: readonly { readonly name: string; readonly address: string }[];
  readonly footerGroups: readonly {
    readonly title: string;
    readonly links: readonly NavigationLink[];
  }[];
};

function describeTaxOfPrices(tax: StoreSettings['tax']): string {
  if (tax.kind === 'none') return '';
  return `${tax.prices === 'net' ? 'plus' : 'incl.'} ${tax.name}`;
}

const listOffered = ({ licences }: StoreSettings): LicenceTerms[] =>
  licences.filter(({ isOffered }) => isOffered).map(spellOutRights);

/** Returns the part of the settings that pages show. */
export const toSiteInfo = (settings: StoreSettings): SiteInfo => ({
  siteName: settings.name,
  hasRefundPolicy: settings.policies['refunds'] !== undefined,
  checkoutPages: settings.policyPages
    .filter(({ id, isAtCheckout }) => isAtCheckout && settings.policies[id] !== undefined)
    .map(({ name, address }) => ({ name, address })),
  ...settings.brand,
  email: settings.contact.email,
  salesEmail: settings.contact.salesEmail,
  offices: settings.offices,
  aboutUs: settings.about.html,
  aboutUsExperience: settings.about.experience,
  aboutUsBanner: settings.about.banner,
  aboutUsBannerText: settings.about.bannerText,
  experienceLabel: settings.about.experienceLabel,
  reasons: settings.about.reasons,
  cards: settings.about.cards,
  home: settings.home,
  texts: settings.texts,
  socialMedia: settings.social,
  bank: settings.bank,
  currency: settings.currency,
  timeZone: settings.timeZone,
  licences: listOffered(settings),
  taxNote: describeTaxOfPrices(settings.tax),
  orderNumberExample: settings.numbering.order.replace(/\{0+\}/, '…'),
  headerLinks: settings.navigation.header,
  footerGroups: settings.navigation.footer,
});

/** The seller, as invoices and emails name them. */
export type Publisher = {
  readonly siteName: string;
  readonly letterhead: Letterhead;
  /** "Delivered electronically." */
  readonly deliveryNote: string;
  readonly certificateNote: string;
  /** The legal name, where it differs. */
  readonly legalName: string;
  readonly address: string;
  readonly salesEmail: string;
  readonly taxId: string | undefined;
  readonly bank: BankAccount | null;
  readonly currency: Currency;
  /** Of its days and hours, an IANA name. */
  readonly timeZone: string;
  /** Those that are offered. */
  readonly licences: readonly LicenceTerms[];
  readonly allLicences: readonly LicenceTerms[];
  readonly numbering: StoreSettings['numbering'];
  readonly tax: StoreSettings['tax'];
};

/** The parts that all emails of the store have in common. */
export const toLetterhead = ({
  name,
  brand,
  texts,
  emails,
  timeZone,
}: StoreSettings): Letterhead => ({
  name,
  emails,
  timeZone,
  accent: brand.colours.accent ?? defaultAccent,
  greeting: texts['email.greeting'],
  signature: texts['email.signature'],
});

/** The settings that orders read. */
export const toPublisher = (settings: StoreSettings): Publisher => {
  const { legal, tax } = settings;
  // An invoice with VAT needs the number that the seller has for it, beside any other.
  const vatNumber = tax.kind === 'vat' && !legal.taxId.includes(tax.number) ? tax.number : '';
  const taxId = [legal.taxId, vatNumber].filter((number) => number !== '').join(', ');
  return {
    siteName: settings.name,
    letterhead: toLetterhead(settings),
    deliveryNote: settings.texts['invoice.delivery'],
    certificateNote: settings.texts['certificate.note'],
    legalName: legal.name || settings.name,
    address: legal.address || (settings.offices[0]?.address ?? ''),
    salesEmail: settings.contact.salesEmail,
    taxId: taxId === '' ? undefined : taxId,
    bank: settings.bank,
    currency: settings.currency,
    timeZone: settings.timeZone,
    licences: listOffered(settings),
    allLicences: settings.licences.map(spellOutRights),
    numbering: settings.numbering,
    tax,
  };
};
