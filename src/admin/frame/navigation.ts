import { mayDo, type StaffVerb } from '#core/staff/verbs.model.ts';
import type { Role } from '#core/staff/model.ts';

type NavigationEntry = {
  readonly label: string;
  readonly path: string;
  /** Shown to staff who may do one of them. */
  readonly verbs: readonly StaffVerb[];
  /** The second key after `g`. */
  readonly key?: string;
};
export type NavigationGroup = {
  /** Undefined for what stands above all groups. */
  readonly title: string | undefined;
  readonly entries: readonly NavigationEntry[];
};

const entry = (
  label: string,
  path: string,
  verbs: StaffVerb | readonly StaffVerb[],
  key?: string,
): NavigationEntry => ({
  label,
  path: `/admin${path}`,
  verbs: [verbs].flat(),
  ...(key === undefined ? {} : { key }),
});

/** Every screen that the menu leads to; one without a route is not shown. */
const navigation: readonly NavigationGroup[] = [
  { title: undefined, entries: [entry('Home', '', 'home.read', 'h')] },
  {
    title: 'Sales',
    entries: [
      entry('Needs attention', '/attention', 'order.read', 'a'),
      entry('Orders', '/orders', 'order.read', 'o'),
      entry('Enquiries', '/enquiries', 'enquiry.read', 'e'),
      entry('Customers', '/customers', 'customer.read', 'c'),
    ],
  },
  {
    title: 'Catalogue',
    entries: [
      entry('Reports', '/reports', 'report.read', 'r'),
      entry('Industries', '/industries', 'industry.edit', 'i'),
      entry('Authors', '/authors', 'author.edit'),
      entry('Services', '/services', 'service.edit'),
      entry('Import', '/imports', 'import.run'),
      entry('Media', '/media', 'media.edit'),
      entry('Search words', '/synonyms', 'synonym.edit'),
    ],
  },
  {
    title: 'Content',
    entries: [
      entry('Blog', '/content/blog', 'post.edit', 'b'),
      entry('Press releases', '/content/press', 'post.edit'),
      entry('FAQ', '/content/faq', 'faq.edit'),
      entry('Testimonials', '/content/testimonials', 'testimonial.edit'),
      entry('Client logos', '/content/logos', 'logo.edit'),
      entry('Site', '/content/site', 'site.edit'),
      entry('Navigation', '/content/navigation', 'navigation.edit'),
      entry('Policies', '/content/policies', 'policy.publish'),
      entry('Page titles', '/content/metas', 'site.edit'),
      entry('Redirects', '/content/redirects', 'redirect.edit'),
    ],
  },
  {
    title: 'Newsletter',
    entries: [
      entry('Issues', '/issues', 'newsletter.edit', 'n'),
      entry('Subscribers', '/subscribers', 'subscriber.list'),
    ],
  },
  {
    title: 'Store',
    entries: [
      entry('Settings', '/settings', 'settings.edit', 's'),
      entry('Staff', '/staff', 'staff.list'),
      entry('Audit log', '/audit', 'audit.read'),
      entry('Long work', '/work', 'home.read'),
      entry('System', '/system', 'job.retry'),
    ],
  },
];

/** Returns the menu of a role: allowed entries that have a page, and no empty group. */
export const listNavigation = (role: Role, hasPage: (path: string) => boolean): NavigationGroup[] =>
  navigation
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(
        ({ path, verbs }) => verbs.some((verb) => mayDo(role, verb)) && hasPage(path),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
