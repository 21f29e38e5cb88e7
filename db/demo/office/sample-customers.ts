import type { OfficeApp } from './office-app.ts';
import { takeSample } from './office-app.ts';
import { confirmCustomer, listSampleBuyers } from './office.store.ts';

const customerCount = 14;
const hourMs = 3_600_000;

/**
 * Some buyers have an account, made an hour after their first order; every fifth has not confirmed
 * its address. Nobody knows their passwords.
 */
export async function writeSampleCustomers(
  { app, deps, setTime }: OfficeApp,
  now: Date,
): Promise<void> {
  const buyers = await listSampleBuyers(deps.db, customerCount);
  for (const [index, { name, email, placedAt }] of buyers.entries()) {
    setTime(new Date(placedAt.getTime() + hourMs));
    const form = {
      name,
      email,
      mobile_no: '+39 02 0000 00',
      address: '1 Sample Street',
      password: deps.generateSecret().slice(0, 40),
      turnstile_token: 'sample',
    };
    takeSample(
      await app.accounts.registration.register(form, {
        clientIp: '203.0.113.9',
        userAgent: 'sample',
      }),
    );
    if (index % 5 !== 3) await confirmCustomer(deps.db, email, deps.clock());
  }
  setTime(now);
}
