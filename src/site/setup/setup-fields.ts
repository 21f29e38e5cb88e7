/** The fields of the setup page, in their groups. */
type SetupField = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: string;
  readonly autoComplete?: string;
  readonly isRequired?: boolean;
  readonly maxLength: number;
};

/** The account that signs in to the back office. */
export const ownerFields: readonly SetupField[] = [
  {
    name: 'owner_name',
    label: 'Your name',
    autoComplete: 'name',
    isRequired: true,
    maxLength: 120,
  },
  {
    name: 'owner_email',
    label: 'Your email address',
    type: 'email',
    autoComplete: 'username',
    isRequired: true,
    maxLength: 254,
  },
  {
    name: 'owner_password',
    label: 'Password',
    hint: 'At least 10 characters. When you sign in you add a passkey or an authenticator app.',
    type: 'password',
    autoComplete: 'new-password',
    isRequired: true,
    maxLength: 200,
  },
];

type SetupGroup = { readonly title: string; readonly fields: readonly SetupField[] };

export const setupGroups: readonly SetupGroup[] = [
  {
    title: 'Your store',
    fields: [
      { name: 'name', label: 'Name of the store', isRequired: true, maxLength: 80 },
      {
        name: 'email',
        label: 'Email address for enquiries',
        type: 'email',
        isRequired: true,
        maxLength: 254,
      },
      {
        name: 'sales_email',
        label: 'Email address for orders',
        hint: 'The store sends its emails from this address. If empty, the address for enquiries.',
        type: 'email',
        maxLength: 254,
      },
      { name: 'phone', label: 'Phone', type: 'tel', maxLength: 40 },
    ],
  },
  {
    title: 'On your invoices',
    fields: [
      {
        name: 'legal_name',
        label: 'Legal name',
        hint: 'If empty, the name of the store.',
        maxLength: 200,
      },
      {
        name: 'address',
        label: 'Address, ending with the country',
        isRequired: true,
        maxLength: 300,
      },
      { name: 'tax_id', label: 'Tax number', maxLength: 40 },
    ],
  },
  {
    title: 'Bank transfers',
    fields: [
      {
        name: 'bank_holder',
        label: 'Account holder',
        hint: 'Without an account, buyers can pay only by card or PayPal.',
        maxLength: 140,
      },
      { name: 'bank_iban', label: 'IBAN, or the account number', maxLength: 42 },
      { name: 'bank_bic', label: 'BIC, or the bank code', maxLength: 14 },
    ],
  },
];

export const taxFields: readonly SetupField[] = [
  {
    name: 'tax_country',
    label: 'Country of the tax, two letters',
    hint: 'DE, FR, GB … Only where you charge VAT.',
    maxLength: 2,
  },
  { name: 'tax_number', label: 'Your VAT number', maxLength: 40 },
];

export const taxChoices = [
  ['none', 'No tax is added to prices'],
  ['net', 'VAT is added to prices'],
  ['gross', 'Prices include VAT'],
] as const;
