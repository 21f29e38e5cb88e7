/**
 * The policy pages of a store, as rows of its settings: what each is called, where it stands, and
 * where it is linked. Their texts are kept by the same id. Pure, safe in the browser.
 */
import { z } from 'zod';
import { policyNames, type PolicyName } from '../../content/model.ts';
import { slugify } from '../../kernel/slugify.ts';

const maxPages = 40;

const addressPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const wrongAddress = 'Use small letters, digits and hyphens, such as “delivery-times”.';

const address = z.string().max(80).regex(addressPattern, wrongAddress);

const page = z.strictObject({
  /** Names its text and its versions; it stays when the page is renamed. */
  id: z.string().max(80).regex(addressPattern),
  /** In links and in the back office. */
  name: z.string().trim().min(1).max(60),
  /** Without the slash before it. */
  address,
  /** Addresses that it had before: they lead to it. */
  formerAddresses: z.array(address).max(20).default([]),
  /** True if the line below the checkout links to it. */
  isAtCheckout: z.boolean().default(false),
  /** Words by which visitors look for it, beside those of its title and its text. */
  words: z.string().trim().max(300).default(''),
});

export type PolicyPage = z.infer<typeof page>;

type Specified = Pick<PolicyPage, 'name' | 'address' | 'words'> &
  Partial<PolicyPage> & { readonly id: PolicyName };

const specified = (row: Specified): PolicyPage => ({
  formerAddresses: [],
  isAtCheckout: false,
  ...row,
});

/** The specification's pages, which every store has, at the addresses that it gives. */
const specifiedPages: readonly PolicyPage[] = [
  specified({
    id: 'terms',
    name: 'Terms and Conditions',
    address: 'terms-and-condition',
    isAtCheckout: true,
    words: 'terms conditions contract licence rights legal use',
  }),
  specified({
    id: 'privacy',
    name: 'Privacy Policy',
    address: 'privacy-policies',
    isAtCheckout: true,
    words: 'privacy personal data protection',
  }),
  specified({
    id: 'gdpr',
    name: 'GDPR Policy',
    address: 'gdpr-policy',
    formerAddresses: ['gdpr-policies'],
    words: 'GDPR data protection rights delete my data erase',
  }),
  specified({
    id: 'cookies',
    name: 'Cookies',
    address: 'cookies',
    isAtCheckout: true,
    words: 'cookies cookie tracking consent',
  }),
  specified({
    id: 'refunds',
    name: 'Refund Policy',
    address: 'refund-policy',
    isAtCheckout: true,
    words: 'refund refunds return money back cancel cancellation guarantee complaint',
  }),
  specified({
    id: 'how-to-order',
    name: 'How to Order',
    address: 'how-to-order',
    words:
      'order buy pay payment payments method methods PayPal card bank wire transfer invoice ' +
      'invoices proforma purchase delivery deliver time download VAT tax licence licences type ' +
      'types single user corporate colleagues share currency price',
  }),
  specified({
    id: 'methodology',
    name: 'Research Methodology',
    address: 'research-methology',
    words: 'research methodology method sources data quality forecasts how we work',
  }),
];

/** True for one of the specification's pages: it stays where it is. */
export const isSpecified = (id: string): id is PolicyName =>
  policyNames.some((name) => name === id);

/** Every address of these pages, those that they had before among them. */
export const listPageAddresses = (pages: readonly PolicyPage[]): string[] =>
  pages.flatMap((one) => [one.address, ...one.formerAddresses]);

/** The page that stands or stood at an address. */
export const findPageAt = (pages: readonly PolicyPage[], place: string): PolicyPage | undefined =>
  pages.find((one) => listPageAddresses([one]).includes(place));

export const policyPagesSchema = z
  .array(page)
  .max(maxPages, `A store has at most ${maxPages} policy pages.`)
  .superRefine((pages, context) => {
    const complain = (message: string): void => context.addIssue({ code: 'custom', message });
    const addresses = listPageAddresses(pages);
    if (new Set(pages.map(({ id }) => id)).size < pages.length) complain('An id is there twice.');
    if (new Set(addresses).size < addresses.length) complain('An address is there twice.');
    for (const { id, address: place, formerAddresses } of specifiedPages) {
      const stored = pages.find((one) => one.id === id);
      const isWhole = formerAddresses.every((former) => stored?.formerAddresses.includes(former));
      if (stored?.address !== place || !isWhole)
        complain(`The page “${id}” stays at /${[place, ...formerAddresses].join(' and /')}.`);
    }
  })
  .default([...specifiedPages]);

/** "/Delivery-Times/" as "delivery-times"; made from the name if nothing was typed. */
export const readPageAddress = (typed: string, name: string): string =>
  typed.trim() === ''
    ? slugify(name)
    : typed
        .trim()
        .toLowerCase()
        .replaceAll(/^\/|\/$/g, '');

/** The page at another address: the one that it had leads to it. */
export const movePage = (former: PolicyPage, place: string): PolicyPage =>
  former.address === place
    ? former
    : {
        ...former,
        address: place,
        formerAddresses: [
          ...former.formerAddresses.filter((one) => one !== place),
          former.address,
        ].slice(-20),
      };
