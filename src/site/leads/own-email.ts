import type { App } from '#core/app.ts';

/** The confirmed address of the customer who is logged in. */
export async function findOwnEmail(
  { accounts }: App,
  sessionSecret: string | undefined,
): Promise<string | undefined> {
  const customer = await accounts.sessions.getCurrentCustomer(sessionSecret);
  return customer?.confirmed ? customer.email : undefined;
}
