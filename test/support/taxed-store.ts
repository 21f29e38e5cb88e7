import type { TestApp } from './test-app.ts';

/**
 * The store charges German VAT from now on, in euros; `prices` of the catalogue are net or gross.
 */
export async function chargeVat(
  { app }: Pick<TestApp, 'app'>,
  prices: 'net' | 'gross' = 'net',
): Promise<void> {
  const settings = await app.store.getSettings();
  const tax = { kind: 'vat', country: 'DE', number: 'DE123456789', prices } as const;
  const replaced = await app.store.replaceSettings({ ...settings, currency: 'EUR', tax }, 'test');
  if (!replaced.ok) throw new Error(replaced.message);
}

/** Returns the checkout's form of a buyer in this country (ISO 3166), without a tax number. */
export async function buyerIn(
  { app }: Pick<TestApp, 'app'>,
  iso2: string,
): Promise<{ country: string; tax_id: string }> {
  const country = (await app.content.listCountries()).find((one) => one.iso2 === iso2);
  return { country: String(country?.id), tax_id: '' };
}
