/** The text fields of a valid checkout form, by name. */
export const billingTexts = {
  name: 'Łucja Example',
  email: 'ada@company.example',
  mobile_no: '+1 202-555-0100',
  company_name: 'Example',
  title: 'Analyst',
  address: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zip: '62701',
};

/** A valid checkout form without report and licence: country 1, terms accepted. */
export const billing = { ...billingTexts, country: '1', policy: '1' };
