import { expect, test } from 'vitest';
import { roles, type StaffActor } from './model.ts';
import { findRefusedPost, mayDo, refuseVerb, staffVerbs, type StaffVerb } from './verbs.model.ts';

/**
 * Who may do what, written down a second time: the roles by their first letters (Owner, Editor,
 * Sales, Finance, Viewer), and "proof" if identity must have been proved within ten minutes.
 */
const expected: Readonly<Record<StaffVerb, string>> = {
  'session.start': 'OESFV',
  'home.read': 'OESFV',
  'search.use': 'OESFV',
  'own-account.change': 'OESFV',
  'own-factor.change': 'OESFV proof',
  'report.read': 'OESFV',
  'report.export': 'OESFV',
  'report.edit': 'OE',
  'report.publish': 'OE',
  'report.withdraw': 'OE',
  'report.bin': 'OE',
  'report.price': 'OE',
  'report.edition': 'OE',
  'report.change-sold-code': 'O proof',
  'report.delete-for-ever': 'O proof',
  'author.edit': 'OE',
  'industry.edit': 'OE',
  'service.edit': 'OE',
  'media.edit': 'OE',
  'post.edit': 'OE',
  'faq.edit': 'OE',
  'testimonial.edit': 'OE',
  'logo.edit': 'OE',
  'content.delete-for-ever': 'O proof',
  'redirect.edit': 'OE',
  'synonym.edit': 'OE',
  'import.run': 'OE',
  'site.edit': 'O',
  'navigation.edit': 'O',
  'policy.publish': 'O',
  'enquiry.read': 'OSV',
  'enquiry.work': 'OS',
  'enquiry.answer': 'OS',
  'enquiry.export': 'OS',
  'cv.open': 'O',
  'person.export': 'O proof',
  'person.erase': 'O proof',
  'order.read': 'OSFV',
  'order.resend': 'OSF',
  'order.renew': 'OSF',
  'order.deliver': 'OSF',
  'order.change-address': 'OF proof',
  'order.mark-paid': 'OF proof',
  'order.close-transfer': 'OF',
  'order.refund': 'OF proof',
  'order.reconcile': 'OF',
  'order.issue-document': 'OF',
  'order.export': 'OF',
  'customer.read': 'OSF',
  'customer.end-sessions': 'OS',
  'customer.send-reset': 'OS',
  'newsletter.edit': 'OE',
  'newsletter.send': 'OE',
  'subscriber.list': 'O',
  'subscriber.edit': 'O',
  'subscriber.export': 'O proof',
  'staff.list': 'O',
  'staff.invite': 'O proof',
  'staff.change-role': 'O proof',
  'staff.disable': 'O proof',
  'staff.reset-factor': 'O proof',
  'staff.end-sessions': 'O proof',
  'audit.read': 'O',
  'settings.edit': 'O',
  'token.edit': 'O proof',
  'webhook.edit': 'O proof',
  'job.retry': 'O',
  'files.clean': 'O proof',
};

const now = new Date('2026-11-22T12:00:00Z');
const isVerb = (verb: string): verb is StaffVerb => Object.hasOwn(staffVerbs, verb);
const verbs = Object.keys(staffVerbs).filter(isVerb);

const actor = (role: StaffActor['role'], provedMinutesAgo: number): StaffActor => ({
  staffId: 1,
  name: 'Anna',
  email: 'anna@staff.example',
  role,
  provedAt: new Date(now.getTime() - provedMinutesAgo * 60_000),
  ip: '203.0.113.9',
  userAgent: 'a browser',
  requestId: 'r1',
});

test.each(verbs)('%s is for the roles that the brief names, and nobody else', (verb) => {
  const [letters = '', proof] = expected[verb].split(' ');
  for (const role of roles) {
    const isAllowed = letters.includes((role[0] ?? '').toUpperCase());
    expect([role, mayDo(role, verb)]).toEqual([role, isAllowed]);
    expect(refuseVerb(actor(role, 0), verb, now)?.code).toBe(isAllowed ? undefined : 'forbidden');
    const later = proof === undefined ? undefined : 'proof-needed';
    expect(refuseVerb(actor(role, 11), verb, now)?.code).toBe(isAllowed ? later : 'forbidden');
  }
});

test('a proof counts for ten minutes', () => {
  expect(refuseVerb(actor('owner', 10), 'staff.invite', now)).toBeUndefined();
  expect(refuseVerb(actor('owner', 10.1), 'staff.invite', now)?.code).toBe('proof-needed');
});

test.each([
  ['viewer', ['order.read'], true],
  ['viewer', ['own-account.change'], false],
  ['viewer', ['home.read'], false],
  ['sales', ['report.read'], true],
  ['sales', ['order.read'], false],
  ['finance', ['customer.read'], true],
  ['owner', ['person.export', 'person.erase'], false],
] as const)(
  'a post of %s to a page of %j is refused at the door: %s',
  (role, pageVerbs, isRefused) => {
    expect(findRefusedPost(role, pageVerbs) !== undefined).toBe(isRefused);
  },
);
