import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttacker, type Attacker } from './attacker.ts';

const email = 'brute@company.example';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
  await attacker.createCustomer(email);
});
afterAll(() => attacker?.close());

test('A-11 guessing a password is limited, whatever client address is made up', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 14; i++) {
    const response = await attacker.openSession().request('/login', {
      method: 'POST',
      headers: {
        origin: attacker.server.url,
        'x-forwarded-for': `10.0.0.${i}, 10.1.0.${i}`,
        forwarded: `for=10.2.0.${i}`,
        'x-real-ip': `10.3.0.${i}`,
      },
      body: new URLSearchParams({ email, password: 'wrong password' }),
    });
    statuses.push(response.status);
    if (response.status === 429)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(statuses.slice(-2)).toEqual([429, 429]);
  const customers = await attacker.server.db
    .selectFrom('customer')
    .select('id')
    .where('email', '=', email)
    .execute();
  expect(customers).toHaveLength(1);
});
