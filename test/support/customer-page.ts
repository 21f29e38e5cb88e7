import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openPage } from './browser.ts';
import { accountPassword, newVisitor, profile } from './test-accounts.ts';
import type { TestServer } from './test-server.ts';

/** A page in the browser of a new customer, who is logged in. */
export async function openCustomerPage(
  { server, browser }: { server: TestServer; browser: Browser },
  email: string,
  options?: BrowserContextOptions,
): Promise<Page> {
  const { accounts } = server.app;
  const credentials = { email, password: accountPassword };
  await accounts.registration.register({ ...profile, ...credentials }, newVisitor());
  const loggedIn = await accounts.sessions.login(credentials, newVisitor());
  const page = await openPage(browser, options);
  await page
    .context()
    .addCookies([
      { name: 'session', value: loggedIn.ok ? loggedIn.value.session : '', url: server.url },
    ]);
  return page;
}
