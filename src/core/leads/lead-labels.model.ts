/** The names of kinds of leads and of their fields. Pure, safe in the browser. */
import type { LeadKind } from './lead-kinds.model.ts';

export const leadKindNames: Readonly<Record<LeadKind, string>> = {
  contact: 'Contact enquiry',
  sample: 'Sample request',
  discount: 'Discount request',
  inquiry: 'Pre-purchase enquiry',
  customization: 'Customization request',
  career: 'Job application',
  reseller: 'Reseller application',
};

/** For a column of a list. */
export const shortKindNames: Readonly<Record<LeadKind, string>> = {
  contact: 'Contact',
  sample: 'Sample',
  discount: 'Discount',
  inquiry: 'Question',
  customization: 'Customization',
  career: 'Application',
  reseller: 'Reseller',
};

/** In the order in which they are read. */
export const leadFieldLabels: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'Email',
  mobile_no: 'Phone',
  phone: 'Phone',
  company_name: 'Company',
  designation: 'Designation',
  country: 'Country',
  position: 'Position',
  message: 'Message',
  preciserequirement: 'Requirement',
  cv: 'CV',
};

/** Returns the name of a form's field; undefined for one that is not shown. Some ask for "+91". */
export const labelLeadField = (field: string, value: string): string | undefined =>
  field === 'country' && value.startsWith('+') ? 'Country code' : leadFieldLabels[field];
