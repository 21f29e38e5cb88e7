import { data } from 'react-router';
import type { Route } from './+types/settings-page.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import {
  pageTitles,
  readSettings,
  settingsPages,
  type SettingsPage,
  numberKinds,
} from './settings-forms.ts';
import { SettingsForm } from './settings-form.tsx';
import { loadSettings, saveSettings, type SettingsPart } from './settings-part.ts';
import type { ReactNode } from 'react';
import { currencies } from '#core/kernel/money.model.ts';
import { nameZone } from '#core/kernel/zone-names.model.ts';
import { ZoneField } from '#ui/zone-field.tsx';
import { formatNumber } from '#core/store/numbering.model.ts';
import type { StoreSettings } from '#core/store/settings.model.ts';
import {
  CheckboxField,
  fieldProps,
  SelectField,
  TextAreaField,
  TextField,
} from '#admin/frame/fields.tsx';
import type { RejectedForm } from '#site/form-fields.ts';
import { RowFields, type RowField } from '#admin/frame/row-fields.tsx';
import { deliveryChoices } from '#admin/catalogue/editor/delivery-texts.ts';

export const handle: AdminHandle = { verb: 'settings.edit' };

const listPath = '/admin/settings';

function readPage(name: string): SettingsPage {
  const page = settingsPages.find((one) => one === name);
  if (!page) throw data(null, { status: 404 });
  return page;
}

/** The part of the settings that a page shows. */
const createPart = (page: SettingsPage): SettingsPart => ({
  title: pageTitles[page],
  renderFields: settingsFields[page],
  read: readSettings[page],
  listRows: () => (page === 'licences' ? ['licences'] : []),
  showValues: {
    'tax.rates': () => undefined,
    'tax.kind': (kind) => (kind === 'none' ? 'No tax is charged' : 'A tax is charged'),
  },
});

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = readPage(params.page);
  return { page, inForce: await loadSettings(context, createPart(page)) };
}

export const action = ({ context, params }: Route.ActionArgs) =>
  saveSettings(context, createPart(readPage(params.page)), listPath);

/** One part of the store's settings. */
export default function EditSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { page, inForce } = loaderData;
  const part = createPart(page);
  return (
    <AdminPage title={part.title} back={{ label: 'Settings', href: listPath }}>
      <SettingsForm part={part} inForce={inForce} rejected={actionData} path={listPath} />
    </AdminPage>
  );
}

type Fields = (settings: StoreSettings, rejected: RejectedForm | undefined) => ReactNode;

const isChecked = (name: string, stored: boolean, rejected: RejectedForm | undefined): boolean =>
  rejected ? rejected.values[name] === '1' : stored;

const bankFields: Fields = ({ bank }, rejected) => (
  <>
    <p>If all three are empty, nobody can pay by bank transfer.</p>
    <TextField label="Account holder" {...fieldProps('bank.holder', bank?.holder, rejected)} />
    <TextField label="IBAN or account number" {...fieldProps('bank.iban', bank?.iban, rejected)} />
    <TextField label="BIC or bank code" {...fieldProps('bank.bic', bank?.bic, rejected)} />
  </>
);

const legalFields: Fields = ({ name, legal, offices }, rejected) => (
  <>
    <TextField
      label="Legal name"
      hint={`The seller’s name on invoices; if empty, ${name}.`}
      {...fieldProps('legal.name', legal.name, rejected)}
    />
    <TextField
      label="Legal address"
      hint={
        offices[0]
          ? `If empty: ${offices[0].address}`
          : 'There is no office, so please give an address.'
      }
      {...fieldProps('legal.address', legal.address, rejected)}
    />
    <TextField label="Tax number" {...fieldProps('legal.taxId', legal.taxId, rejected)} />
  </>
);

const numberNames = {
  order: 'Orders',
  invoice: 'Invoices',
  proForma: 'Pro-forma invoices',
  creditNote: 'Credit notes',
} as const;

const numberingFields: Fields = ({ numbering }, rejected) => (
  <>
    <p>
      {'{000000}'} is the counter with at least as many digits, {'{year}'} the year of issue.
      Numbers already given don’t change.
    </p>
    {rejected?.errors['numbering'] && <p className="error">{rejected.errors['numbering'][0]}</p>}
    {numberKinds.map((kind) => (
      <TextField
        key={kind}
        label={numberNames[kind]}
        required
        hint={`The next one looks like ${formatNumber(numbering[kind], 42, 2026)}.`}
        {...fieldProps(`numbering.${kind}`, numbering[kind], rejected)}
      />
    ))}
  </>
);

const currencyFields: Fields = ({ currency }, rejected) => (
  <SelectField
    label="Currency"
    hint="It can't change once there are orders."
    options={currencies.map((one) => [one, one])}
    {...fieldProps('currency', currency, rejected)}
  />
);

const timeZoneFields: Fields = ({ timeZone }, rejected) => (
  <>
    <p>
      Days and hours in the back office, on pages, in emails and on documents are those of this
      zone, and so are the year in a number and the day of a tax rate. Documents already issued keep
      their day.
    </p>
    <ZoneField
      label="Time zone"
      hint="Write the name of a city and choose from the list."
      required
      {...fieldProps('timeZone', nameZone(timeZone), rejected)}
    />
  </>
);

const taxFields: Fields = ({ tax }, rejected) => {
  const vat = tax.kind === 'vat' ? tax : undefined;
  return (
    <>
      <SelectField
        label="Prices"
        options={[
          ['none', 'No tax is charged'],
          ['net', 'Without the tax, which is added'],
          ['gross', 'With the tax in them'],
        ]}
        {...fieldProps('tax.prices', vat?.prices ?? 'none', rejected)}
      />
      <TextField
        label="Name of the tax"
        hint="As printed on invoices: VAT, GST."
        {...fieldProps('tax.name', vat?.name ?? 'VAT', rejected)}
      />
      <div className="admin-row">
        <TextField
          label="Country"
          hint="Two letters, such as DE."
          {...fieldProps('tax.country', vat?.country, rejected)}
        />
        <TextField label="Your number" {...fieldProps('tax.number', vat?.number, rejected)} />
      </div>
      <CheckboxField
        name="tax.oneStopShop"
        label="Registered for the One Stop Shop of the EU"
        defaultChecked={isChecked('tax.oneStopShop', vat?.oneStopShop ?? true, rejected)}
      />
      {vat && (
        <p className="admin-by">{vat.rates.length} rates, with their first days, are kept.</p>
      )}
    </>
  );
};

const licenceFields: Fields = ({ licences }, rejected) => (
  <RowFields
    path="licences"
    legend="Licences"
    hint="In the order in which they are offered. Orders keep the terms under which they were sold."
    noun="licence"
    stored={licences}
    rejected={rejected}
    max={12}
    canRemove={false}
  >
    {(field, place, row) => <LicenceRow {...{ field, place, row, rejected }} />}
  </RowFields>
);

function LicenceRow(props: {
  readonly field: RowField;
  readonly place: number;
  readonly row: StoreSettings['licences'][number] | undefined;
  readonly rejected: RejectedForm | undefined;
}) {
  const { field, place, row, rejected } = props;
  const path = `licences.${place}`;
  const id = field('id', '');
  // A row that was just added has not been posted yet.
  const posted = rejected?.values[id.name] === undefined ? undefined : rejected;
  return (
    <div className="admin-form">
      <input type="hidden" name={id.name} value={id.defaultValue ?? ''} />
      <TextField {...field('name', 'Name')} required />
      <TextAreaField
        {...field('rights', 'What it allows')}
        hint="{seats} is the number of readers in words."
        rows={3}
        required
      />
      <TextField {...field('summary', 'In a few words')} />
      <TextField
        {...field('seats', 'Named readers')}
        hint="Including the buyer; empty if everybody in the company may read."
        inputMode="numeric"
      />
      <CheckboxField
        name={`${path}.includesNewEditions`}
        label="Buyers get later editions"
        defaultChecked={isChecked(
          `${path}.includesNewEditions`,
          row?.includesNewEditions ?? true,
          posted,
        )}
      />
      <CheckboxField
        name={`${path}.isOffered`}
        label="Offered"
        defaultChecked={isChecked(`${path}.isOffered`, row?.isOffered ?? true, posted)}
      />
    </div>
  );
}

/** The fields of each part of the settings. */
const newReportFields: Fields = ({ newReports: { delivery } }, rejected) => (
  <>
    <p>
      What new and imported reports get that don’t say how buyers get them. Reports that are there
      stay as they are.
    </p>
    <SelectField
      label="How buyers get it"
      options={deliveryChoices}
      {...fieldProps('newReports.delivery.kind', delivery.kind, rejected)}
    />
    <TextField
      label="Days"
      hint="Calendar days after payment, where you deliver it yourselves."
      inputMode="numeric"
      {...fieldProps(
        'newReports.delivery.days',
        delivery.kind === 'by-us' ? delivery.days : undefined,
        rejected,
      )}
    />
  </>
);

const settingsFields: Readonly<Record<SettingsPage, Fields>> = {
  legal: legalFields,
  bank: bankFields,
  numbering: numberingFields,
  currency: currencyFields,
  timeZone: timeZoneFields,
  tax: taxFields,
  licences: licenceFields,
  newReports: newReportFields,
};
