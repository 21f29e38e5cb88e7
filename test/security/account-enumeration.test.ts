import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openAttacker, type Attacker } from './attacker.ts';

const knownEmail = 'known@company.example';
const unknownEmail = 'other@company.example';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
  await attacker.createCustomer(knownEmail);
});
afterAll(() => attacker?.close());
beforeEach(async () => void (await attacker.server.db.deleteFrom('rateLimit').execute()));

async function postToApi(path: string, body: object): Promise<[number, string]> {
  const response = await fetch(`${attacker.server.url}/admin/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [response.status, await response.text()];
}

test.each([
  ['/user/login', { password: 'wrong password' }],
  ['/forget-password', {}],
  [
    '/user/register',
    { name: 'Ada', mobile_no: '+39 02 0000', address: 'Via 1', password: 'correct horse' },
  ],
])('A-10 POST %s answers the same for a known and an unknown email', async (path, fields) => {
  expect(await postToApi(path, { ...fields, email: knownEmail })).toEqual(
    await postToApi(path, { ...fields, email: unknownEmail }),
  );
});

async function readFormPage(path: string, form: Record<string, string>) {
  const response = await attacker.openSession().postForm(path, form);
  return [response.status, (await response.text()).replaceAll(/known@|other@/g, '')];
}

test.each([
  ['/login', { password: 'wrong password' }],
  ['/forgot-password', {}],
  ['/renew-download', { number: 'QI-000001' }],
])('A-10 the form %s answers the same for a known and an unknown email', async (path, fields) => {
  expect(await readFormPage(path, { ...fields, email: knownEmail })).toEqual(
    await readFormPage(path, { ...fields, email: unknownEmail }),
  );
});
