import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStaffActs } from '../../../test/support/test-kernel.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { openTestBuyer } from '../../../test/support/test-buyer.ts';
import { Store } from './index.ts';
import type { StoreSettingsInput } from './settings.model.ts';

const minimal: StoreSettingsInput = {
  name: 'Nordlicht Analysen',
  contact: { email: 'hallo@nordlicht.example', salesEmail: 'vertrieb@nordlicht.example' },
};

let database: TestDatabase;
let store: Store;
let invalidated: string[][];
beforeEach(async () => {
  database = await createTestDatabase('empty');
  invalidated = [];
  store = new Store({
    db: database.db,
    clock: () => new Date('2026-11-22T10:00:00Z'),
    staffActs: createStaffActs(database.db),
    invalidate: async (_tx, tags) => void invalidated.push([...tags]),
  });
});
afterEach(() => database.drop());

test('a store is not set up until it has settings, and a name and two addresses are enough', async () => {
  expect(await store.isSetUp()).toBe(false);
  await expect(store.getSettings()).rejects.toThrow('not set up');
  expect(await store.replaceSettings(minimal, 'setup')).toMatchObject({ ok: true });
  expect(await store.isSetUp()).toBe(true);
  const settings = await store.getSettings();
  expect(settings).toMatchObject({ name: 'Nordlicht Analysen', currency: 'USD', bank: null });
  expect(settings.licences.map(({ name }) => name)).toEqual([
    'Single user',
    'Multiple users',
    'Corporate',
  ]);
  expect(invalidated).toEqual([['site']]);
});

test('every version of the settings is kept, with who changed it and when', async () => {
  await store.replaceSettings(minimal, 'setup');
  await store.replaceSettings({ ...minimal, name: 'Nordlicht' }, 'anna');
  await store.replaceSettings({ ...minimal, name: 'Nordlicht' }, 'nobody: it is the same');
  expect(await store.listVersions()).toEqual([
    { version: 2, changedAt: new Date('2026-11-22T10:00:00Z'), changedBy: 'anna' },
    { version: 1, changedAt: new Date('2026-11-22T10:00:00Z'), changedBy: 'setup' },
  ]);
  expect((await store.getVersion(1)).name).toBe('Nordlicht Analysen');
  expect((await store.getSettings()).name).toBe('Nordlicht');
});

test('a line of the settings has no control characters and no marks of direction', async () => {
  const wrong = {
    ...minimal,
    name: 'Nord\u202elicht',
    brand: { tagline: 'a\u0085b' },
    about: { html: '<p>a</p>\n<p>b</p>', cards: [{ title: 'A', text: 'a\nb' }] },
    navigation: { header: [{ label: 'a\u2066b', href: '/about' }] },
    texts: { 'footer.note': '\u202ea' },
  };
  const refused = await store.replaceSettings(wrong, 'setup');
  expect(refused.ok ? [] : Object.keys(refused.errors ?? {})).toEqual([
    'name',
    'brand.tagline',
    'about.cards.0.text',
    'navigation.header.0.label',
  ]);
  const names = ['\u200f דוחות שוק \u200f', '\u200f'];
  const [hebrew, nothing] = [
    await store.replaceSettings({ ...minimal, name: names[0] }, 'setup'),
    await store.replaceSettings({ ...minimal, name: names[1] }, 'setup'),
  ];
  expect(hebrew).toMatchObject({ ok: true, value: { name: 'דוחות שוק' } });
  expect(nothing).toMatchObject({ ok: false, errors: { name: [expect.any(String)] } });
});

test('settings that were stored before a rule are read, and others of them changed', async () => {
  await store.replaceSettings(minimal, 'setup');
  const body = { ...(await store.getSettings()), name: 'Nord\u202elicht' };
  const changedAt = new Date('2026-11-22T11:00:00Z');
  const row = { version: 2, body, changedAt, changedBy: 'before' };
  await database.db.insertInto('storeSettings').values(row).execute();
  expect((await store.getSettings()).name).toBe(body.name);
  const longer = { ...body, brand: { tagline: 'Reports' } };
  expect(await store.replaceSettings(longer, 'anna')).toMatchObject({ ok: true });
  expect(await store.replaceSettings({ ...body, name: '\u202eN' }, 'a')).toMatchObject({
    ok: true,
    value: { name: 'N' },
  });
});

test('changes at the same time are versions one after the other', async () => {
  const names = ['A', 'B', 'C', 'D', 'E'];
  await Promise.all(names.map((name) => store.replaceSettings({ ...minimal, name }, name)));
  const versions = await store.listVersions();
  expect(versions.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
});

test('an exported file is imported without any change, also into another store', async () => {
  await store.replaceSettings({ ...minimal, currency: 'EUR', social: {} }, 'setup');
  const text = await store.exportSettings();
  expect(await store.importSettings(text, 'import')).toMatchObject({ ok: true });
  expect(await store.listVersions()).toHaveLength(1);
  const other = await createTestDatabase('empty');
  try {
    const otherStore = new Store({
      db: other.db,
      clock: () => new Date(),
      staffActs: createStaffActs(other.db),
      invalidate: async () => {},
    });
    await otherStore.importSettings(text, 'import');
    expect(await otherStore.exportSettings()).toBe(text);
  } finally {
    await other.drop();
  }
});

test.each<[string, object, RegExp]>([
  ['a mistyped name', { licenses: [] }, /licenses/],
  ['a currency that there is not', { currency: 'XAU' }, /currency:/],
  [
    'a colour that can not be read',
    { brand: { colours: { accent: '#ffcc00' } } },
    /contrast is 1\.5/,
  ],
  ['a script', { about: { html: '<p onclick="x()">hello</p>' } }, /about\.html: <p onclick/],
  ['a link to a script', { about: { html: '<a href="javascript:x()">x</a>' } }, /about\.html/],
  ['no year', { numbering: { invoice: 'RE-{0000}' } }, /numbering\.invoice: Add \{year\}/],
  ['a digit before the counter', { numbering: { order: 'B9{000}' } }, /before the counter/],
  ['two licences of one kind', { licences: twice() }, /licence is there twice/],
  [
    'no rate at home',
    { tax: { kind: 'vat', country: 'DE', number: 'DE1', prices: 'net', rates: [] } },
    /tax: Add a rate/,
  ],
])('settings with %s are refused with the place and what to do', async (_, changes, sentence) => {
  const refused = await store.replaceSettings({ ...minimal, ...changes }, 'setup');
  expect(refused).toMatchObject({ ok: false, code: 'invalid' });
  expect(refused.ok ? '' : refused.message).toMatch(sentence);
  expect(await store.isSetUp()).toBe(false);
});

function twice(): object[] {
  const one = { id: 'single-user', name: 'One', rights: 'One person.', seats: 1 };
  return [one, one];
}

test.each(['', '[]', 'name: x', '{"storeFormat": 2}', '{}'])(
  'the file %j is no file of settings',
  async (text) => {
    expect(await store.importSettings(text, 'import')).toMatchObject({ code: 'malformed' });
  },
);

test('the currency of a store with orders stays', async () => {
  const buyer = await openTestBuyer();
  try {
    const settings = await buyer.app.store.getSettings();
    const inEuros = { ...settings, currency: 'EUR' };
    await buyer.placeOrder();
    const refused = await buyer.app.store.replaceSettings(inEuros, 'test');
    expect(refused).toMatchObject({ ok: false, code: 'conflict' });
    expect(refused.ok ? '' : refused.message).toMatch(
      /^The currency stays USD, because there are orders/,
    );
  } finally {
    await buyer.close();
  }
});
