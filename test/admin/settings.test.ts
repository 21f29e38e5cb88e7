import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';

let admin: AdminTestServer;
let owner: AdminClient;
beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner']));
});
afterAll(() => admin?.close());

const getSettings = () => admin.server.app.store.getSettings();
const bank = {
  'bank.holder': 'Quill Ltd',
  'bank.iban': 'DE02120300000000202051',
  'bank.bic': 'BYLADEM1001',
};

test('a bank account is saved, audited, and taken away again; half of one is refused', async () => {
  const saved = await owner.post('/admin/settings/bank', bank);
  expect(saved.status).toBe(303);
  expect((await getSettings()).bank).toMatchObject({ holder: 'Quill Ltd' });
  const half = await owner.post('/admin/settings/bank', { ...bank, 'bank.bic': '' });
  expect(half.status).toBe(422);
  const html = await half.text();
  expect(html).toContain('href="#bank.bic"');
  expect(html).toContain('Please fill this in.');
  expect(html).toContain('value="Quill Ltd"');
  const entries = await admin.server.db
    .selectFrom('auditEntry')
    .select(['verb', 'outcome', 'thingId'])
    .where('thingKind', '=', 'settings')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { verb: 'settings.edit', outcome: 'done', thingId: 'bank' },
    { verb: 'settings.edit', outcome: 'refused', thingId: 'bank' },
  ]);
  await owner.post('/admin/settings/bank', {});
  expect((await getSettings()).bank).toBeNull();
});

test('a time zone is found by its city and saved by its name; another word is refused', async () => {
  const path = '/admin/settings/timeZone';
  const shown = await (await owner.get(path)).text();
  expect(shown).toContain('<option value="Asia/Kolkata">');
  for (const typed of ['Pune', '+05:30', 'x'.repeat(200)]) {
    const wrong = await owner.post(path, { timeZone: typed });
    const html = await wrong.text();
    expect([wrong.status, html.includes('href="#timeZone"')]).toEqual([422, true]);
    expect(html).toContain('Please choose a time zone of the list, such as Asia/Kolkata.');
    expect(html).toContain(`value="${typed}"`);
  }
  expect((await owner.post(path, { timeZone: 'kolkata' })).status).toBe(303);
  expect((await getSettings()).timeZone).toBe('Asia/Kolkata');
  const schedule = await (await owner.get('/admin/content/press/new')).text();
  expect(schedule).toContain('<option value="Asia/Kolkata" selected="">');
  expect((await owner.post(path, { timeZone: 'UTC' })).status).toBe(303);
});

test('licences are renamed and withdrawn, and an error stands at its own licence', async () => {
  const before = await getSettings();
  const fields = Object.fromEntries(
    before.licences.flatMap(({ id, name, rights, seats }, place) => [
      [`licences.${place}.row`, '1'],
      [`licences.${place}.id`, id],
      ...(place === 0 ? [] : [[`licences.${place}.isOffered`, '1']]),
      [`licences.${place}.includesNewEditions`, '1'],
      [`licences.${place}.name`, `${name} plus`],
      [`licences.${place}.rights`, rights],
      [`licences.${place}.seats`, seats === null ? '' : String(seats)],
    ]),
  );
  const wrong = await owner.post('/admin/settings/licences', { ...fields, 'licences.1.name': '' });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain('href="#licences.1.name"');
  expect((await owner.post('/admin/settings/licences', fields)).status).toBe(303);
  const { licences } = await getSettings();
  expect(licences.map(({ name, isOffered }) => [name, isOffered])).toEqual(
    before.licences.map(({ name }, place) => [`${name} plus`, place > 0]),
  );
  const made = await owner.post('/admin/reports/new', {
    intent: 'create',
    code: 'PLUS-1',
    title: 'Tin',
    industry: (await admin.server.app.catalogue.industries.list())[0]?.slug ?? '',
  });
  const edit = made.headers.get('location') ?? '';
  for (const path of ['/admin/reports', edit, edit.replace('/edit', '/files')]) {
    const html = await (await owner.get(path)).text();
    for (const { name } of licences) expect(html, path).toContain(name);
  }
});

test('tax and currency are saved; an unknown page is not found', async () => {
  const tax = {
    'tax.prices': 'net',
    'tax.name': 'VAT',
    'tax.country': 'de',
    'tax.number': 'DE123456789',
  };
  expect((await owner.post('/admin/settings/tax', tax)).status).toBe(303);
  expect((await getSettings()).tax).toMatchObject({ country: 'DE', prices: 'net' });
  const wrong = await owner.post('/admin/settings/tax', { ...tax, 'tax.country': 'Germany' });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain('href="#tax.country"');
  expect((await owner.post('/admin/settings/currency', { currency: 'EUR' })).status).toBe(303);
  expect((await owner.post('/admin/settings/currency', { currency: 'XXX' })).status).toBe(422);
  expect((await owner.get('/admin/settings/no-such-page')).status).toBe(404);
});

test('an IBAN with wrong check digits is refused at its field, another account number is not', async () => {
  const send = (iban: string) => owner.post('/admin/settings/bank', { ...bank, 'bank.iban': iban });
  const wrong = await send('DE02 1203 0000 0000 2020 15');
  expect(wrong.status).toBe(422);
  const html = await wrong.text();
  expect(html).toContain('href="#bank.iban"');
  expect(html).toContain('value="DE02 1203 0000 0000 2020 15"');
  expect((await send('000123456789')).status).toBe(303);
});

test('a mark that turns a text is refused at its field, one at an end is taken off', async () => {
  const send = (holder: string) =>
    owner.post('/admin/settings/bank', { ...bank, 'bank.holder': holder });
  for (const wrong of ['Quill \u202edtL', 'Quill\u009b Ltd', 'Quill \u2067Ltd']) {
    const refused = await send(wrong);
    expect([wrong, refused.status]).toEqual([wrong, 422]);
    const html = await refused.text();
    expect(html).toContain('href="#bank.holder"');
    expect(html).toContain(`value="${wrong}"`);
  }
  expect((await send('\u200eמכון המחקר\u200f')).status).toBe(303);
  expect((await getSettings()).bank?.holder).toBe('מכון המחקר');
  const subject = { intent: 'save', subject: 'Order \u202e{order}', text: 'Thank you.' };
  const email = await owner.post('/admin/settings/emails/order.receipt', subject);
  expect(email.status).toBe(422);
  expect(await email.text()).toContain('href="#subject"');
});

test('services are shown as set or missing, and a test calls them', async () => {
  const html = await (await owner.get('/admin/settings')).text();
  expect(html.match(/Missing/g)).toHaveLength(3);
  const sentences = {
    payments: 'PayPal answers',
    email: 'The mail server accepted a test email',
    captcha: 'The captcha service answers',
  };
  for (const [service, sentence] of Object.entries(sentences)) {
    const tested = await owner.post('/admin/settings', { service });
    expect([service, tested.status]).toEqual([service, 303]);
    expect(await (await owner.follow(tested)).text()).toContain(sentence);
  }
  expect((await owner.post('/admin/settings', { service: 'x' })).status).toBe(400);
});

test('a token is shown once, works, and works no more when it is revoked', async () => {
  const path = '/admin/settings/tokens';
  const form = { intent: 'create', name: 'nightly feed', 'scope.export': '1' };
  const late = await admin.signIn('owner', { provedMinutesAgo: 11 });
  const asked = await late.post(path, form);
  expect(asked.headers.get('location')).toContain('/admin/prove?next=');
  const created = await (await owner.post(path, form)).text();
  const token = /rst_[0-9a-f]{64}/.exec(created)?.[0] ?? '';
  const { apiTokens } = admin.server.app;
  const authenticate = () => apiTokens.authenticate(`Bearer ${token}`, 'export', '192.0.2.1');
  expect((await authenticate()).ok).toBe(true);
  expect(await (await owner.get(path)).text()).not.toContain(token);
  expect((await owner.post(path, form)).status).toBe(409);
  expect((await owner.post(path, { intent: 'create', name: 'no scope' })).status).toBe(422);
  expect((await owner.post(path, { intent: 'revoke', name: 'nightly feed' })).status).toBe(303);
  expect((await authenticate()).ok).toBe(false);
});
