import { readRows } from '#admin/frame/form-rows.ts';
import { readDeliveryTexts } from '#admin/catalogue/editor/delivery-texts.ts';
import type { StoreSettings } from '#core/store/settings.model.ts';
import type { FieldValues } from '#site/form-fields.ts';

/** Parts of the settings that have a form. Its fields are named by their place: "bank.iban". */
export const settingsPages = [
  'legal',
  'bank',
  'tax',
  'currency',
  'timeZone',
  'numbering',
  'licences',
  'newReports',
] as const;
export type SettingsPage = (typeof settingsPages)[number];

export const pageTitles: Readonly<Record<SettingsPage, string>> = {
  legal: 'Legal identity',
  bank: 'Bank account',
  tax: 'Tax',
  currency: 'Currency',
  timeZone: 'Time zone',
  numbering: 'Numbers',
  licences: 'Licences',
  newReports: 'New reports',
};

/** The kinds of numbers, by their place in the settings. */
export const numberKinds = ['order', 'invoice', 'proForma', 'creditNote'] as const;

/** Reads a form's fields into the shape of the settings; the core checks it. */
export const readSettings: Readonly<
  Record<SettingsPage, (fields: FieldValues, settings: StoreSettings) => Record<string, unknown>>
> = {
  bank: (fields) => {
    const [holder = '', iban = '', bic = ''] = ['holder', 'iban', 'bic'].map((name) =>
      fields[`bank.${name}`]?.trim(),
    );
    return { bank: holder + iban + bic === '' ? null : { holder, iban, bic } };
  },
  legal: (fields) => ({
    legal: {
      name: fields['legal.name']?.trim() ?? '',
      address: fields['legal.address']?.trim() ?? '',
      taxId: fields['legal.taxId']?.trim() ?? '',
    },
  }),
  numbering: (fields) => ({
    numbering: Object.fromEntries(
      numberKinds.map((kind) => [kind, fields[`numbering.${kind}`]?.trim()]),
    ),
  }),
  currency: (fields) => ({ currency: fields['currency'] }),
  timeZone: (fields) => ({ timeZone: fields['timeZone'] ?? '' }),
  tax: (fields, { tax }) => ({
    tax:
      fields['tax.prices'] === 'none'
        ? { kind: 'none' }
        : {
            kind: 'vat',
            name: fields['tax.name'],
            country: fields['tax.country']?.trim().toUpperCase(),
            number: fields['tax.number'],
            prices: fields['tax.prices'],
            oneStopShop: fields['tax.oneStopShop'] === '1',
            ...(tax.kind === 'vat' ? { rates: tax.rates } : {}),
          },
  }),
  newReports: (fields) => ({
    newReports: {
      delivery: readDeliveryTexts({
        'delivery.kind': fields['newReports.delivery.kind'] ?? '',
        'delivery.days': fields['newReports.delivery.days'] ?? '',
      }),
    },
  }),
  licences: (fields, settings) => ({
    licences: readRows(fields, 'licences').map(({ id = '', name = '', ...row }) => {
      const summary = row['summary']?.trim();
      const seats = row['seats']?.trim();
      return {
        ...settings.licences.find((one) => one.id === id),
        // A new one gets its id from its name.
        ...(id === '' ? {} : { id }),
        name,
        rights: row['rights'],
        ...(summary ? { summary } : { summary: undefined }),
        seats: seats ? Number(seats) : null,
        includesNewEditions: row['includesNewEditions'] === '1',
        isOffered: row['isOffered'] === '1',
      };
    }),
  }),
};
