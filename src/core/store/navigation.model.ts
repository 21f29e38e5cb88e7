/** The links of header and footer. Pure, safe in the browser. */
import { z } from 'zod';

const link = z.strictObject({
  label: z.string().trim().min(1).max(60),
  href: z
    .string()
    .max(500)
    .regex(/^(\/(?!\/)|https:\/\/|mailto:)/, 'Begin the address with / or https://.'),
});

/** Of a group of the footer. */
export const maxGroupLinks = 12;

const group = z.strictObject({
  title: z.string().trim().min(1).max(60),
  links: z.array(link).min(1).max(maxGroupLinks),
});

const toLinks = (links: readonly (readonly [label: string, href: string])[]) =>
  links.map(([label, href]) => ({ label, href }));

const defaultHeader = toLinks([
  ['Services', '/services'],
  ['Press Release', '/press-release'],
  ['Blog', '/blog'],
  ['About Us', '/about'],
  ['Contact Us', '/contact'],
]);

const defaultFooter = [
  {
    title: 'Menu',
    links: toLinks([
      ['About Us', '/about'],
      ['Services', '/services'],
      ['Career', '/career'],
      ['FAQ', '/faq'],
      ['Contact Us', '/contact'],
    ]),
  },
  {
    title: 'Insight Club',
    links: toLinks([
      ['Report Store', '/report-store'],
      ['Press Release', '/press-release'],
      ['Research Methodology', '/research-methology'],
      ['Blog', '/blog'],
      ['Testimonials', '/testimonials'],
      ['How to Order', '/how-to-order'],
    ]),
  },
  {
    title: 'Help',
    links: toLinks([
      ['Terms and Conditions', '/terms-and-condition'],
      ['Privacy Policy', '/privacy-policies'],
      ['GDPR Policy', '/gdpr-policy'],
      ['Cookies', '/cookies'],
      ['Refund Policy', '/refund-policy'],
      ['Become a Reseller', '/become-reseller'],
    ]),
  },
];

export const navigationSchema = z.strictObject({
  /** Beside Home and the menu of industries. */
  header: z.array(link).max(7).default(defaultHeader),
  footer: z.array(group).max(4).default(defaultFooter),
});

export type NavigationLink = z.infer<typeof link>;
