/** Kinds of leads and consent texts. Apart from model.ts, so that islands load no zod with them. */
export const leadKinds = [
  'contact',
  'sample',
  'discount',
  'inquiry',
  'customization',
  'career',
  'reseller',
] as const;
export type LeadKind = (typeof leadKinds)[number];

/** Requests about one report. */
export const requestKinds = ['sample', 'discount', 'inquiry', 'customization'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** Shown at the checkbox of every lead form, and stored with the lead. */
export const consentText =
  'I agree that my details are used to answer this enquiry, as described in the Privacy Policy.';
/** Stored with every subscription. */
export const newsletterConsentText =
  'I want to receive the newsletter, and can unsubscribe at any time.';
