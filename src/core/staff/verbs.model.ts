import { fail, type Refusal } from '../kernel/outcome.model.ts';
import { proofMinutes, type Role, type StaffActor } from './model.ts';

/** A verb's demands on the person who does it. */
export type VerbRule = {
  readonly roles: readonly Role[];
  /** Identity was proved within the last ten minutes: money, staff and people's data. */
  readonly needsProof?: true;
};

const everybody = ['owner', 'editor', 'sales', 'finance', 'viewer'] as const;
const publishing = { roles: ['owner', 'editor'] } as const;
const selling = { roles: ['owner', 'sales'] } as const;
const ownersOnly = { roles: ['owner'] } as const;
const ownersWithProof = { roles: ['owner'], needsProof: true } as const;
const finance = { roles: ['owner', 'finance'] } as const;
const financeWithProof = { roles: ['owner', 'finance'], needsProof: true } as const;

/** Everything that staff can do, and who may. Verbs, buttons and the test of all roles read it. */
export const staffVerbs = {
  'session.start': { roles: everybody },
  'home.read': { roles: everybody },
  'search.use': { roles: everybody },
  'own-account.change': { roles: everybody },
  'own-factor.change': { roles: everybody, needsProof: true },
  'report.read': { roles: everybody },
  'report.export': { roles: everybody },
  'report.edit': publishing,
  'report.publish': publishing,
  'report.withdraw': publishing,
  'report.bin': publishing,
  'report.price': publishing,
  'report.edition': publishing,
  'report.change-sold-code': ownersWithProof,
  'report.delete-for-ever': ownersWithProof,
  'author.edit': publishing,
  'industry.edit': publishing,
  'service.edit': publishing,
  'media.edit': publishing,
  'post.edit': publishing,
  'faq.edit': publishing,
  'testimonial.edit': publishing,
  'logo.edit': publishing,
  'content.delete-for-ever': ownersWithProof,
  'redirect.edit': publishing,
  'synonym.edit': publishing,
  'import.run': publishing,
  'site.edit': ownersOnly,
  'navigation.edit': ownersOnly,
  'policy.publish': ownersOnly,
  'enquiry.read': { roles: ['owner', 'sales', 'viewer'] },
  'enquiry.work': selling,
  'enquiry.answer': selling,
  'enquiry.export': selling,
  'cv.open': ownersOnly,
  'person.export': ownersWithProof,
  'person.erase': ownersWithProof,
  'order.read': { roles: ['owner', 'sales', 'finance', 'viewer'] },
  'order.resend': { roles: ['owner', 'sales', 'finance'] },
  'order.renew': { roles: ['owner', 'sales', 'finance'] },
  'order.deliver': { roles: ['owner', 'sales', 'finance'] },
  'order.change-address': financeWithProof,
  'order.mark-paid': financeWithProof,
  'order.close-transfer': finance,
  'order.refund': financeWithProof,
  'order.reconcile': finance,
  'order.issue-document': finance,
  'order.export': finance,
  'customer.read': { roles: ['owner', 'sales', 'finance'] },
  'customer.end-sessions': selling,
  'customer.send-reset': selling,
  'newsletter.edit': publishing,
  'newsletter.send': publishing,
  'subscriber.list': ownersOnly,
  'subscriber.edit': ownersOnly,
  'subscriber.export': ownersWithProof,
  'staff.list': ownersOnly,
  'staff.invite': ownersWithProof,
  'staff.change-role': ownersWithProof,
  'staff.disable': ownersWithProof,
  'staff.reset-factor': ownersWithProof,
  'staff.end-sessions': ownersWithProof,
  'audit.read': ownersOnly,
  'settings.edit': ownersOnly,
  'token.edit': ownersWithProof,
  'webhook.edit': ownersWithProof,
  'job.retry': ownersOnly,
  'files.clean': ownersWithProof,
} as const satisfies Record<string, VerbRule>;

export type StaffVerb = keyof typeof staffVerbs;

export const allVerbs = Object.keys(staffVerbs) as StaffVerb[];

/** True if the role may do the verb; whether identity was proved is not looked at. */
export const mayDo = (role: Role, verb: StaffVerb): boolean => {
  const { roles }: VerbRule = staffVerbs[verb];
  return roles.includes(role);
};

/** Verbs that change nothing. */
const readingVerbs: ReadonlySet<StaffVerb> = new Set<StaffVerb>([
  'home.read',
  'search.use',
  'report.read',
  'report.export',
  'enquiry.read',
  'order.read',
  'customer.read',
  'subscriber.list',
  'staff.list',
  'audit.read',
]);

/**
 * The verb that a post to a page with these verbs is refused for: if the role may read what the
 * page shows, and may change nothing of its kind. undefined if its action decides.
 */
export function findRefusedPost(
  role: Role,
  pageVerbs: readonly StaffVerb[],
): StaffVerb | undefined {
  const allowed = pageVerbs.filter((verb) => mayDo(role, verb));
  if (allowed.some((verb) => !readingVerbs.has(verb))) return undefined;
  const kinds = new Set(allowed.map(readKind));
  const changes = allVerbs.filter((verb) => kinds.has(readKind(verb)) && !readingVerbs.has(verb));
  return changes.some((verb) => mayDo(role, verb)) ? undefined : changes[0];
}

const readKind = (verb: StaffVerb): string => verb.split('.')[0] ?? verb;

/** People as viewers see them: enquiries and orders without names, addresses and telephones. */
export const isMasked = (role: Role): boolean => role === 'viewer';

/**
 * `forbidden` if the role may not; `proof-needed` if it may, and identity was last proved
 * more than ten minutes ago.
 */
export function refuseVerb(actor: StaffActor, verb: StaffVerb, now: Date): Refusal | undefined {
  const { needsProof }: VerbRule = staffVerbs[verb];
  if (!mayDo(actor.role, verb)) return fail('forbidden', 'Your role does not allow this.');
  const provedMs = now.getTime() - actor.provedAt.getTime();
  if (needsProof && provedMs > proofMinutes * 60_000)
    return fail('proof-needed', 'Please confirm that it is you.');
  return undefined;
}
