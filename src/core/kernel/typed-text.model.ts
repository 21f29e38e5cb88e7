/** Which forms are kept while they are typed. Pure. */
import type { StaffVerb } from '../staff/verbs.model.ts';

/** The pages whose forms are kept, and what their authors may do there. */
const places: readonly (readonly [prefix: string, verb: StaffVerb])[] = [
  ['/admin/enquiries/', 'enquiry.answer'],
  ['/admin/content/blog/', 'post.edit'],
  ['/admin/content/press/', 'post.edit'],
  ['/admin/content/faq/', 'faq.edit'],
  ['/admin/content/testimonials/', 'testimonial.edit'],
  ['/admin/content/logos/', 'logo.edit'],
  ['/admin/content/policies/', 'policy.publish'],
  ['/admin/services/', 'service.edit'],
  ['/admin/issues/', 'newsletter.edit'],
];

/** Who may keep something anywhere. */
export const typingVerbs = [...new Set(places.map(([, verb]) => verb))];

/** The page on which an enquiry is answered. */
export const toAnswerPlace = (leadId: number): string => `/admin/enquiries/${leadId}`;

/** The verb of a page; undefined if it has no form that is kept. */
export function findVerb(place: string): StaffVerb | undefined {
  const found = places.find(([prefix]) => place.startsWith(prefix));
  return found && /^[\w-]{1,80}$/.test(place.slice(found[0].length)) ? found[1] : undefined;
}

/** The key that a form's page made, without the digest of what the form says. */
export const readPageKey = (formKey: string | undefined): string => formKey?.split('.')[0] ?? '';
