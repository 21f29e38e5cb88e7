/** Every form that the back office takes, and the verb that it is. */
import type { StaffVerb } from '#core/staff/verbs.model.ts';

type Form = Readonly<Record<string, string>>;
type Post = readonly [verb: StaffVerb, form: Form];

/** Forms that differ in their button alone. */
const intents = (verb: StaffVerb, ...names: readonly string[]): Post[] =>
  names.map((intent) => [verb, { intent }]);

const post = intents('post.edit', 'save', 'bin', 'unbin');
const entries = (verb: StaffVerb) => ({
  list: intents(verb, 'move'),
  one: intents(verb, 'save', 'bin', 'unbin'),
});
const [faq, testimonial, logo] = [
  entries('faq.edit'),
  entries('testimonial.edit'),
  entries('logo.edit'),
];

/**
 * By the address of the route (src/admin/routes.ts). A route that takes forms and is missing here
 * fails guard.test.ts, and so does an intent.
 */
export const postsByRoute: Readonly<Record<string, readonly Post[]>> = {
  'admin/*': [['home.read', {}]],
  'admin/account': [
    ...intents('own-account.change', 'name', 'password', 'end-session', 'end-others'),
    ...intents('own-factor.change', 'passkey', 'recovery-codes', 'remove-factor'),
  ],
  'admin/account/app': intents('own-factor.change', 'totp'),
  'admin/attention': [
    ['order.reconcile', { intent: 'reconcile' }],
    ['order.mark-paid', { intent: 'recreate', captureId: '1XX' }],
    ['order.refund', { intent: 'refund-lost', captureId: '1XX' }],
    ['order.reconcile', { intent: 'settle-difference', captureId: '1XX', kind: 'unknown order' }],
  ],
  'admin/audit/:id': intents('audit.read', 'undo'),
  'admin/authors/:id': intents('author.edit', 'change'),
  ...Object.fromEntries(
    ['admin/content/blog', 'admin/content/press'].flatMap((path) => [
      [`${path}/new`, intents('post.edit', 'save')],
      [`${path}/:id`, post],
    ]),
  ),
  'admin/content/faq': faq.list,
  'admin/content/faq/:id': faq.one,
  'admin/content/logos': logo.list,
  'admin/content/logos/:id': logo.one,
  'admin/content/metas/:page': intents('site.edit', 'save'),
  'admin/content/navigation': intents('navigation.edit', 'save'),
  'admin/content/policies': intents('policy.publish', 'move'),
  'admin/content/policies/:name': intents('policy.publish', 'save', 'discard', 'page', 'remove'),
  'admin/content/policies/new': intents('policy.publish', 'add'),
  'admin/content/redirects/:id': intents('redirect.edit', 'save', 'remove'),
  'admin/content/redirects/import': intents('redirect.edit', 'import'),
  'admin/content/redirects/new': intents('redirect.edit', 'save'),
  'admin/content/site/:part': intents('site.edit', 'save'),
  'admin/content/testimonials': testimonial.list,
  'admin/content/testimonials/:id': testimonial.one,
  'admin/customers/:id': [
    ...intents('customer.end-sessions', 'end-sessions'),
    ...intents('customer.send-reset', 'send-reset'),
  ],
  'admin/customers/person': intents('person.erase', 'preview', 'erase'),
  'admin/customers/person/export': [['person.export', { email: 'nobody@person.example' }]],
  'admin/typed': (
    [
      ['enquiry.answer', '/admin/enquiries/1'],
      ['post.edit', '/admin/content/blog/new'],
      ['faq.edit', '/admin/content/faq/1'],
      ['testimonial.edit', '/admin/content/testimonials/1'],
      ['logo.edit', '/admin/content/logos/1'],
      ['policy.publish', '/admin/content/policies/terms'],
      ['service.edit', '/admin/services/new'],
      ['newsletter.edit', '/admin/issues/1'],
    ] as const
  ).map(([verb, place]): Post => [verb, { 'kept-place': place, typed: '{"body":"Dear"}' }]),
  'admin/enquiries': intents('enquiry.work', 'assign-to-me', 'close', 'spam'),
  'admin/enquiries/:id': [
    ['enquiry.work', { intent: 'assign', owner: '' }],
    ['enquiry.work', { intent: 'note', body: 'Calls back' }],
    ['enquiry.work', { intent: 'follow-up', day: '2026-12-24' }],
    ['enquiry.work', { intent: 'state', state: 'closed' }],
    ...['template', 'send'].map((step): Post => [
      'enquiry.answer',
      { intent: 'answer', step, subject: 'Re', body: 'Dear' },
    ]),
  ],
  'admin/enquiries/templates/:id': intents('enquiry.answer', 'save', 'delete'),
  'admin/imports': [['import.run', {}]],
  'admin/imports/:id': [
    ...intents('import.run', 'mapping', 'run', 'files', 'publish', 'undo', 'cancel', 'go-on'),
  ],
  'admin/industries/:id': intents('industry.edit', 'save'),
  'admin/industries/new': intents('industry.edit', 'save'),
  'admin/issues/:id': [
    ...intents('newsletter.edit', 'save', 'delete', 'test'),
    ...intents('newsletter.send', 'send', 'schedule', 'unschedule', 'stop', 'resume'),
    ...intents('newsletter.send', 'again-unclear', 'again-failed'),
  ],
  'admin/media': intents('media.edit', 'upload'),
  'admin/media/:id': intents('media.edit', 'describe', 'replace', 'remove'),
  'admin/media/data': intents('media.edit', 'describe', 'upload'),
  'admin/orders/:number': [
    ...intents('order.mark-paid', 'mark-paid'),
    ...intents('order.close-transfer', 'close-transfer'),
    ...intents('order.renew', 'renew'),
    ...intents('order.reconcile', 'sync', 'settle', 'settle-refund'),
    ['order.resend', { intent: 'resend', email: '1' }],
    ...intents('order.issue-document', 'issue-document'),
    ...intents('order.deliver', 'add-file', 'deliver'),
    ['order.deliver', { intent: 'remove-file', file: '1' }],
  ],
  'admin/orders/:number/address': [
    ['order.change-address', { intent: 'change-address', email: 'new@person.example' }],
  ],
  'admin/orders/:number/correct-invoice': intents('order.issue-document', 'correct'),
  'admin/orders/:number/refund': [
    ['order.refund', { intent: 'refund', amount: '1.00', reason: 'Goodwill', place: '1' }],
  ],
  'admin/reports': [
    ...intents('report.edit', 'prices', 'industry', 'withdraw', 'bin', 'undo'),
    ...intents('report.publish', 'publish'),
  ],
  'admin/reports/:id/edit': intents('report.edit', 'save', 'save-publish'),
  'admin/reports/:id/files': [
    ['report.edit', {}],
    ['report.edit', { intent: 'sample', pages: '1' }],
  ],
  'admin/reports/:id/preview': intents('report.edit', 'share', 'open', 'revoke'),
  'admin/reports/:id/publish': intents('report.publish', 'publish', 'schedule', 'unschedule'),
  'admin/reports/:id/save': [
    ['report.edit', { changes: '[]', revision: '1' }],
    ...intents('report.edit', 'read-contents', 'read-description'),
  ],
  'admin/reports/:id/versions': [
    ...intents('report.edit', 'restore', 'code'),
    ...intents('report.withdraw', 'withdraw'),
    ...intents('report.bin', 'bin', 'unbin'),
    ...intents('report.delete-for-ever', 'delete'),
  ],
  'admin/reports/new': intents('report.edit', 'create'),
  'admin/services/:id': intents('service.edit', 'change', 'remove'),
  'admin/services/new': intents('service.edit', 'save'),
  'admin/settings': [['settings.edit', { service: 'email' }]],
  'admin/settings/:page': intents('settings.edit', 'save'),
  'admin/settings/emails/:key': intents('settings.edit', 'save', 'reset'),
  'admin/settings/tokens': [
    ...intents('token.edit', 'create'),
    ['token.edit', { intent: 'revoke', name: 'no such token' }],
  ],
  'admin/settings/webhooks': intents('webhook.edit', 'create'),
  'admin/settings/webhooks/:id': [
    ...intents('webhook.edit', 'save', 'test', 'enable', 'disable', 'delete', 'renew-secret'),
    ['webhook.edit', { intent: 'replay', delivery: '999999' }],
  ],
  'admin/shortcuts': intents('own-account.change', 'change'),
  'admin/staff': [
    ...intents('staff.invite', 'invite'),
    ['staff.invite', { intent: 'revoke', invitation: '999999' }],
  ],
  'admin/staff/:id': [
    ['staff.change-role', { intent: 'role', role: 'sales' }],
    ...intents('staff.disable', 'disable', 'enable'),
    ...intents('staff.reset-factor', 'reset-factor'),
    ...intents('staff.end-sessions', 'end-session', 'end-sessions'),
    ...intents('staff.invite', 'password-link'),
  ],
  'admin/subscribers': [
    ['subscriber.edit', { intent: 'unsubscribe', id: '999999' }],
    ['subscriber.edit', { intent: 'forget-bounces', id: '999999' }],
    ...intents('subscriber.edit', 'bounces'),
  ],
  'admin/synonyms': [
    ['synonym.edit', { intent: 'add', term: '', means: '' }],
    ['synonym.edit', { intent: 'change', id: '999999' }],
    ['synonym.edit', { intent: 'remove', id: '999999' }],
  ],
  'admin/synonyms/import': intents('synonym.edit', 'import'),
  'admin/synonyms/missed': [['synonym.edit', { intent: 'remove', words: 'no such words' }]],
  'admin/synonyms/reports': [
    ['synonym.edit', { intent: 'add', term: '', means: '' }],
    ['synonym.edit', { intent: 'remove', id: '999999' }],
  ],
  'admin/system': [
    ['job.retry', { intent: 'job', id: '999999' }],
    ['job.retry', { intent: 'email', id: '999999' }],
    ['job.retry', { intent: 'settle', id: '999999' }],
    ['files.clean', { intent: 'clean', id: 'goods/' }],
  ],
};

/**
 * Routes that answer a form with 403 of their own: a proof of identity that was not given, and long
 * work, of which each piece has a verb (change-many.test.ts).
 */
export const routesWithoutVerb: readonly string[] = [
  'admin/prove',
  'admin/work/:id',
  'admin/work/:id/file',
];
/** Those of the pages of long work. */
export const intentsOfWork: readonly string[] = ['cancel', 'go-on', 'download'];

/** The address of something that is not there, so that nothing is changed. */
export const toMissingPath = (route: string): string =>
  `/${route.replace(':id', '999999').replaceAll(/:\w+/g, 'no-such').replace('*', 'no-such')}`;
