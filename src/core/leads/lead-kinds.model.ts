/** The kinds of enquiries and what is agreed to with them. Without the schemas: islands load this, and no validation library with it. */
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

/** Enquiries about one report. */
export const requestKinds = ['sample', 'discount', 'inquiry', 'customization'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** The sentence that is agreed to with every enquiry, and kept with it. */
export const consentText =
  'I agree that my details are used to answer this enquiry, as the Privacy Policy says.';
export const newsletterConsentText =
  'I ask for the newsletter, and know that every letter can end it.';
