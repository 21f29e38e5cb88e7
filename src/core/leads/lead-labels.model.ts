/** What kinds of leads and their fields are called. Pure, safe in the browser. */
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
