import { expect, test } from 'vitest';
import { toPublisher } from './model.ts';
import { settingsSchema } from './settings.model.ts';

const vat = { kind: 'vat', country: 'DE', number: 'DE123456789', prices: 'net' };

test.each([
  ['', { kind: 'none' }, undefined],
  ['HRB 1', { kind: 'none' }, 'HRB 1'],
  ['', vat, 'DE123456789'],
  ['HRB 1', vat, 'HRB 1, DE123456789'],
  ['DE123456789', vat, 'DE123456789'],
])('of the tax number "%s" and the tax %j invoices name "%s"', (taxId, tax, named) => {
  const settings = settingsSchema.parse({
    name: 'A store',
    contact: { email: 'a@store.example', salesEmail: 'b@store.example' },
    legal: { taxId },
    tax,
  });
  expect(toPublisher(settings).taxId).toBe(named);
});
