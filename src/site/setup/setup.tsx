import { data, redirect } from 'react-router';
import type { Route } from './+types/setup.ts';
import { currencies } from '#core/kernel/money.model.ts';
import { appContext, visitContext } from '#site/context.ts';
import { getFieldProps, type RejectedForm } from '#site/form-fields.ts';
import { respondRejected, sameOriginReferrer } from '#site/refusal-response.ts';
import { Alert } from '#ui/alert.tsx';
import { Field, FieldNotes } from '#ui/field.tsx';
import { ZoneField } from '#ui/zone-field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { firstSetup } = context.get(appContext);
  const isLinkValid = await firstSetup.isLinkValid(params.secret);
  const needsOwner = isLinkValid && (await firstSetup.needsOwner());
  return data(
    { isLinkValid, needsOwner, drafts: firstSetup.draftPolicies() },
    { status: isLinkValid ? 200 : 404, headers: sameOriginReferrer },
  );
}

export async function action({ context, params }: Route.ActionArgs) {
  const { firstSetup } = context.get(appContext);
  const { fields } = context.get(visitContext).form;
  const completed = await firstSetup.complete(params.secret, fields);
  if (completed.ok) throw redirect('/admin', 303);
  // A password is never sent back.
  const { owner_password: _, ...shown } = fields;
  return respondRejected(completed, shown, { headers: sameOriginReferrer });
}

/** The first day: an empty store's owner gives it its name, address, currency and legal texts. */
export default function Setup({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <main className="wrap grid max-w-[720px]! content-start gap-6 py-14">
      <title>Set up your store</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-[36px]">Set up your store</h1>
      {!loaderData.isLinkValid && (
        <Alert>
          This link has expired, or the store is set up already. A restart of an empty store prints
          a new link.
        </Alert>
      )}
      {loaderData.isLinkValid && <SetupForm {...loaderData} rejected={actionData} />}
    </main>
  );
}

type Loaded = Route.ComponentProps['loaderData'];
type FormProps = Pick<Loaded, 'drafts' | 'needsOwner'> & {
  readonly rejected: RejectedForm | undefined;
};

function SetupForm({ drafts, needsOwner, rejected }: FormProps) {
  return (
    <form method="post" className="grid gap-8">
      <p>
        You can change all of this later. The keys for PayPal, the mail server and the captcha are
        set in environment variables.
      </p>
      {rejected && <Alert>{rejected.message}</Alert>}
      {needsOwner && (
        <FieldGroup title="Your own account" fields={ownerFields} rejected={rejected} />
      )}
      {setupGroups.map(({ title, fields }) => (
        <FieldGroup key={title} title={title} fields={fields} rejected={rejected} />
      ))}
      <MoneyFields rejected={rejected} />
      <LegalTexts drafts={drafts} rejected={rejected} />
      <p>
        <SubmitButton busyLabel="Opening your store…">Open the store</SubmitButton>
      </p>
    </form>
  );
}

type GroupProps = (typeof setupGroups)[number] & { readonly rejected: RejectedForm | undefined };

const FieldGroup = ({ title, fields, rejected }: GroupProps) => (
  <fieldset className="grid gap-4">
    <legend className="font-serif text-[20px] font-semibold">{title}</legend>
    {fields.map(({ name, isRequired, ...field }) => (
      <Field key={name} {...getFieldProps(name, rejected)} required={isRequired} {...field} />
    ))}
  </fieldset>
);

function MoneyFields({ rejected }: { rejected: RejectedForm | undefined }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="font-serif text-[20px] font-semibold">Money</legend>
      <Select
        name="currency"
        label="Currency of all prices"
        hint="It can't be changed once there are orders."
        choices={currencies.map((currency) => [currency, currency] as const)}
        rejected={rejected}
      />
      <ZoneField
        label="Time zone"
        hint="Write the name of a city near you and choose from the list. Invoices have its days."
        {...getFieldProps('time_zone', rejected)}
        defaultValue={rejected?.values['time_zone'] ?? 'UTC'}
      />
      <Select name="tax" label="Tax" choices={taxChoices} rejected={rejected} />
      {taxFields.map(({ name, ...field }) => (
        <Field key={name} {...getFieldProps(name, rejected)} {...field} />
      ))}
    </fieldset>
  );
}

function Select(props: {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly rejected: RejectedForm | undefined;
}) {
  const { name, label, hint, choices, rejected } = props;
  const { error, defaultValue } = getFieldProps(name, rejected);
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={defaultValue}>
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldNotes id={name} hint={hint} error={error} />
    </div>
  );
}

function LegalTexts({ drafts, rejected }: Pick<FormProps, 'drafts' | 'rejected'>) {
  return (
    <fieldset className="grid gap-4">
      <legend className="font-serif text-[20px] font-semibold">Legal texts</legend>
      <p>
        These are drafts. The parts in brackets are for your lawyer to complete. They are written in
        HTML: the tags in angle brackets make headings, paragraphs and lists of the text. You can
        leave them as they are: under Policies the back office edits them with a preview.
      </p>
      {drafts.map(({ name, title, html }) => (
        <div key={name} className="field">
          <label htmlFor={`policy_${name}`}>{title}</label>
          <textarea
            id={`policy_${name}`}
            name={`policy_${name}`}
            rows={5}
            defaultValue={rejected?.values[`policy_${name}`] ?? html}
          />
          <details>
            <summary>How the draft looks on the site</summary>
            <div className="prose-text policy-text" dangerouslySetInnerHTML={{ __html: html }} />
          </details>
        </div>
      ))}
    </fieldset>
  );
}

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
const ownerFields: readonly SetupField[] = [
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

const setupGroups: readonly SetupGroup[] = [
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

const taxFields: readonly SetupField[] = [
  {
    name: 'tax_country',
    label: 'Country of the tax, two letters',
    hint: 'DE, FR, GB … Only where you charge VAT.',
    maxLength: 2,
  },
  { name: 'tax_number', label: 'Your VAT number', maxLength: 40 },
];

const taxChoices = [
  ['none', 'No tax is added to prices'],
  ['net', 'VAT is added to prices'],
  ['gross', 'Prices include VAT'],
] as const;
