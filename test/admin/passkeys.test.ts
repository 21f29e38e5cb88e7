import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  collectPageErrors,
  listFaultsAtBothWidths,
  launchBrowser,
  openPage,
} from '../support/browser.ts';
import type { TestServer } from '../support/test-server.ts';
import { createInvitation, staffPassword } from '../support/test-sign-in.ts';
import { startStaffStore, type StaffStore } from './staff-store.ts';

/** Outside the demo, where a second factor is required. */
let store: StaffStore;
let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  store = await startStaffStore();
  ({ server } = store);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});

/** A passkey of the browser's own, as a device with a fingerprint reader has them. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

/** Screens of people without a session; all others are those of screens.test.ts. */
async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  expect(await listFaultsAtBothWidths(page)).toEqual([]);
}

test('F11: a passkey is set up, signs in alone, and proves who it is; every page is accessible', async () => {
  const email = 'petra@staff.example';
  const secret = await createInvitation(server, email, 'owner');
  const page = await openPage(browser);
  const errors = collectPageErrors(page);
  await addAuthenticator(page);
  await page.goto(`${server.url}/admin/invitation/${secret}`);
  await expectAccessibleAtBothWidths(page);
  await page.fill('[name=name]', 'Petra');
  await page.fill('[name=password]', staffPassword);
  await page.click('text=Join >> nth=-1');
  await page.waitForURL('**/admin/login/set-up');
  await expectAccessibleAtBothWidths(page);
  await page.click('text=Add a passkey');
  await page.waitForSelector('text=You are signed in');
  await page.waitForSelector('section:has(.admin-codes):focus');
  await expectAccessibleAtBothWidths(page);
  expect(await page.locator('.admin-codes li').count()).toBe(10);
  await page.click('text=I have saved them');
  await page.waitForURL('**/admin');
  await page.click('text=Sign out');
  await page.waitForURL('**/admin/login');
  await expectAccessibleAtBothWidths(page);
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', staffPassword);
  await page.press('[name=password]', 'Enter');
  await page.waitForURL('**/admin/login/factor');
  await expectAccessibleAtBothWidths(page);
  await page.goto(`${server.url}/admin/login`);
  await page.click('text=Sign in with a passkey');
  await page.waitForURL('**/admin');
  await store.makeProofOld(email);
  await page.goto(`${server.url}/admin/staff`);
  await page.fill('main [name=email]', 'xaver@staff.example');
  await page.selectOption('#role', 'viewer');
  await page.click('text=Send the invitation');
  await page.waitForURL('**/admin/prove?*');
  await expectAccessibleAtBothWidths(page);
  await page.click('text=Use your passkey instead');
  await page.waitForURL('**/admin/staff');
  await page.waitForSelector('text=The invitation to xaver@staff.example');
  const staffId = await store.getStaffId(email);
  for (const path of ['account', `staff/${staffId}`]) {
    await page.goto(`${server.url}/admin/${path}`);
    await expectAccessibleAtBothWidths(page);
  }
  expect(errors).toEqual([]);
});

test('a passkey that is added eleven minutes after the proof asks for it, and keeps its name', async () => {
  const email = 'wanda@staff.example';
  const page = await openPage(browser);
  await addAuthenticator(page);
  const { session, recoveryCodes } = await store.joinWithApp(email);
  await page
    .context()
    .addCookies([...session.jar].map(([name, value]) => ({ name, value, url: server.url })));
  await store.makeProofOld(email);
  await page.goto(`${server.url}/admin/account`);
  await page.fill('[name=passkey_name]', 'Red key');
  await page.click('text=Add a passkey');
  await page.waitForURL('**/admin/prove?*');
  await page.fill('[name=proof_password]', staffPassword);
  await page.fill('[name=proof_code]', recoveryCodes[0] ?? '');
  await page.click('text=Go on');
  await page.waitForSelector('text=your device asks you now');
  await page.click('button:text("Add a passkey")');
  await page.waitForSelector('text=The passkey was added.');
  await page.waitForSelector('text=Red key');
});

test('F11: a passkey that nobody here has is refused in words, and a password still works', async () => {
  const page = await openPage(browser);
  const authenticator = await addAuthenticator(page);
  const { session } = await store.joinWithApp('yves@staff.example');
  await page
    .context()
    .addCookies([...session.jar].map(([name, value]) => ({ name, value, url: server.url })));
  await page.goto(`${server.url}/admin/account`);
  await page.click('text=Add a passkey');
  await page.waitForSelector('text=The passkey was added.');
  await server.db.deleteFrom('staffFactor').where('kind', '=', 'passkey').execute();
  await page.context().clearCookies();
  await page.goto(`${server.url}/admin/login`);
  await page.click('text=Sign in with a passkey');
  await page.waitForSelector('text=This passkey is not known here');
  await authenticator.detach();
});
