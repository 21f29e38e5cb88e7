import { hrefOfOrder } from '#admin/orders/order-links.ts';
import type { AuditOutcome } from '#core/kernel/audit.ts';
import type { ListedAuditEntry } from '#core/staff/audit-log.ts';
import type { StaffVerb } from '#core/staff/verbs.model.ts';
import { findByName } from '#site/form-fields.ts';
import { capitalize } from '#ui/format.ts';

/** People's names for the verbs of the back office. */
export const auditVerbWords: Readonly<Record<StaffVerb, string>> = {
  'session.start': 'Sign in',
  'home.read': 'Open the home page',
  'search.use': 'Search',
  'own-account.change': 'Change own account',
  'own-factor.change': 'Change own second factor',
  'report.read': 'Open reports',
  'report.export': 'Export reports',
  'report.edit': 'Edit report',
  'report.publish': 'Publish report',
  'report.withdraw': 'Withdraw report',
  'report.bin': 'Move report to or from the bin',
  'report.price': 'Change price',
  'report.edition': 'Make new edition',
  'report.change-sold-code': 'Change code of sold report',
  'report.delete-for-ever': 'Delete report permanently',
  'author.edit': 'Edit author',
  'industry.edit': 'Edit industry',
  'service.edit': 'Edit service',
  'media.edit': 'Edit media',
  'post.edit': 'Edit post',
  'faq.edit': 'Edit FAQ',
  'testimonial.edit': 'Edit testimonial',
  'logo.edit': 'Edit client logo',
  'content.delete-for-ever': 'Delete content permanently',
  'redirect.edit': 'Edit redirect',
  'synonym.edit': 'Edit search words',
  'import.run': 'Import reports',
  'site.edit': 'Edit site',
  'navigation.edit': 'Edit navigation',
  'policy.publish': 'Write or publish policy',
  'enquiry.read': 'Open enquiries',
  'enquiry.work': 'Work on enquiry',
  'enquiry.answer': 'Answer enquiry',
  'enquiry.export': 'Export enquiries',
  'cv.open': 'Open CV',
  'person.export': 'Export data of a person',
  'person.erase': 'Erase a person',
  'order.read': 'Open orders',
  'order.resend': 'Send order email again',
  'order.deliver': 'Deliver a report, or prepare its files',
  'order.renew': 'Renew download links',
  'order.change-address': 'Change address of order',
  'order.mark-paid': 'Mark transfer as paid',
  'order.close-transfer': 'Close transfer',
  'order.refund': 'Refund order',
  'order.reconcile': 'Ask PayPal about order',
  'order.issue-document': 'Issue document',
  'order.export': 'Export orders',
  'customer.read': 'Open customers',
  'customer.end-sessions': 'End sessions of customer',
  'customer.send-reset': 'Send link for new password',
  'newsletter.edit': 'Edit newsletter issue',
  'newsletter.send': 'Send newsletter issue',
  'subscriber.list': 'Open subscribers',
  'subscriber.edit': 'Edit subscribers',
  'subscriber.export': 'Export subscribers',
  'staff.list': 'Open staff',
  'staff.invite': 'Invite staff',
  'staff.change-role': 'Change role',
  'staff.disable': 'Disable or enable staff',
  'staff.reset-factor': 'Reset second factor',
  'staff.end-sessions': 'End sessions of staff',
  'audit.read': 'Read audit log',
  'settings.edit': 'Change settings',
  'token.edit': 'Create or revoke API token',
  'webhook.edit': 'Edit webhook',
  'job.retry': 'Retry job or email',
  'files.clean': 'Let unneeded files go',
};

/** "Edit post"; the verb of an entry that a former version wrote stays as it is. */
export const describeAuditVerb = (verb: string): string => findByName(auditVerbWords, verb) ?? verb;

type ThingWords = {
  readonly label: string;
  /** Where it is shown, by its key; without `isNamed` also when its name is not known. */
  readonly path?: (key: string) => string;
  readonly isNamed?: true;
};

const named = (label: string, path: string, end = ''): ThingWords => ({
  label,
  path: (key) => `/admin/${path}/${key}${end}`,
  isNamed: true,
});

/** Kinds of things, as the audit log has them. */
export const auditThings: Readonly<Record<string, ThingWords>> = {
  report: named('Report', 'reports', '/edit'),
  'report-batch': { label: 'Bulk change of reports' },
  author: named('Author', 'authors'),
  industry: named('Industry', 'industries'),
  service: named('Service', 'services'),
  picture: named('Picture', 'media'),
  import: named('Import', 'imports'),
  synonym: { label: 'Search word', path: () => '/admin/synonyms' },
  'missed-search': { label: 'Search that found nothing', path: () => '/admin/synonyms/missed' },
  'blog-post': named('Blog post', 'content/blog'),
  'press-release': named('Press release', 'content/press'),
  faq: named('FAQ', 'content/faq'),
  testimonial: named('Testimonial', 'content/testimonials'),
  'client-logo': named('Client logo', 'content/logos'),
  redirect: named('Redirect', 'content/redirects'),
  'policy-draft': { label: 'Draft of policy', path: () => '/admin/content/policies' },
  settings: { label: 'Settings', path: () => '/admin/settings' },
  order: { label: 'Order', path: hrefOfOrder },
  orders: { label: 'Orders', path: () => '/admin/orders' },
  enquiry: {
    label: 'Enquiry',
    path: (id) => `/admin/enquiries${/^\d+$/.test(id) ? `/${id}` : ''}`,
  },
  'answer-template': named('Answer template', 'enquiries/templates'),
  customer: {
    label: 'Customer',
    path: (id) => `/admin/customers${/^\d+$/.test(id) ? `/${id}` : ''}`,
  },
  person: { label: 'Person' },
  subscriber: { label: 'Subscriber', path: () => '/admin/subscribers' },
  'newsletter-issue': named('Newsletter issue', 'issues'),
  staff: named('Staff', 'staff'),
  invitation: { label: 'Invitation', path: () => '/admin/staff' },
  audit: { label: 'Audit log', path: () => '/admin/audit' },
  token: { label: 'API token', path: () => '/admin/settings/tokens' },
  webhook: named('Webhook', 'settings/webhooks'),
  job: { label: 'Job', path: () => '/admin/system' },
  email: { label: 'Email', path: () => '/admin/system' },
  page: { label: 'Page' },
};

/** Ids that stand for all of a kind, in words. */
const wholeIds: Readonly<Record<string, string>> = {
  all: 'all',
  list: 'list',
  ledger: 'books',
  selection: 'chosen ones',
  export: 'export',
  new: 'new',
};

/** "Blog post “Lithium prices”", and the address of its page if it has one. */
export function describeThing({
  thingKind,
  thing: { key, name },
}: Pick<ListedAuditEntry, 'thingKind' | 'thing'>): {
  readonly text: string;
  readonly href: string | undefined;
} {
  const words = findByName(auditThings, thingKind);
  const label = words?.label ?? thingKind;
  const text = name ? `${label} “${name}”` : `${label} ${findByName(wholeIds, key) ?? key}`;
  const isThere = !words?.isNamed || name !== undefined;
  return { text, href: isThere ? words?.path?.(key) : undefined };
}

/**
 * "metaTitle" and "meta_title" are "Meta title"; names with a point or a space are somebody's own.
 */
export function describeField(name: string): string {
  if (!/^[a-z]+([A-Z][a-z]*)*$|^[a-z]+(_[a-z]+)+$/.test(name)) return name;
  const words = name.replaceAll(/_|(?=[A-Z])/g, ' ').toLowerCase();
  return capitalize(words);
}

/** How entries end. */
export const auditOutcomeWords = {
  done: { tone: 'good', text: 'Done' },
  refused: { tone: 'bad', text: 'Refused' },
  'proof-asked': { tone: 'plain', text: 'Proof required' },
} as const satisfies Record<AuditOutcome, { readonly tone: string; readonly text: string }>;
