import { expect } from 'vitest';
import { findFreePorts } from '../support/free-ports.ts';
import { productionEnv } from '../support/production-env.ts';
import { createInvitation, generateCode, staffPassword } from '../support/test-sign-in.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

export type StaffStore = Awaited<ReturnType<typeof startStaffStore>>;

/** A store outside the demo, where a second factor is required, and people who sign in there. */
export async function startStaffStore() {
  const port = await findFreePorts();
  const server = await startTestServer({
    template: 'small',
    env: { ...productionEnv, PORT: String(port), ORIGIN: `http://localhost:${port}` },
  });
  return {
    server,
    openSession: () => openSession(server),
    join: (email: string, role?: 'owner' | 'editor') => join(server, email, role),
    joinWithApp: (email: string, role?: 'owner' | 'editor') => joinWithApp(server, email, role),
    makeProofOld: (email: string) => makeProofOld(server, email),
    getStaffId: (email: string) => getStaffId(server, email),
    close: () => server.close(),
  };
}

/** A browser without script: it keeps cookies and posts forms. */
function openSession(server: TestServer) {
  const jar = new Map<string, string>();
  const fetchPage = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, server.url), {
      ...init,
      redirect: 'manual',
      headers: { cookie, origin: server.url, 'sec-fetch-site': 'same-origin' },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  return {
    jar,
    get: fetchPage,
    post: (path: string, form: Record<string, string>) =>
      fetchPage(path, { method: 'POST', body: new URLSearchParams(form) }),
  };
}

/** Somebody who joined by an invitation and is about to set up a factor. */
async function join(server: TestServer, email: string, role: 'owner' | 'editor' = 'editor') {
  const secret = await createInvitation(server, email, role);
  const session = openSession(server);
  const form = { intent: 'accept', name: 'Ada', password: staffPassword, role: 'owner' };
  const accepted = await session.post(`/admin/invitation/${secret}`, form);
  expect([accepted.status, accepted.headers.get('location')]).toEqual([303, '/admin/login/set-up']);
  return { session, secret, again: () => session.post(`/admin/invitation/${secret}`, form) };
}

const readTotpSecret = (html: string): string =>
  (/class="admin-secret">([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');

/** The same with an authenticator app, and the code that it has shown; signed in. */
async function joinWithApp(server: TestServer, email: string, role: 'owner' | 'editor' = 'editor') {
  const { session } = await join(server, email, role);
  const secret = readTotpSecret(await (await session.get('/admin/login/set-up')).text());
  const code = generateCode(secret, new Date());
  const done = await session.post('/admin/login/set-up', { intent: 'totp', code });
  const html = await done.text();
  expect(done.status).toBe(200);
  const recoveryCodes = html.match(/[0-9a-f]{4}(-[0-9a-f]{4}){3}/g) ?? [];
  expect(recoveryCodes).toHaveLength(10);
  return { session, secret, code, recoveryCodes };
}

async function makeProofOld(server: TestServer, email: string): Promise<void> {
  const id = await getStaffId(server, email);
  await server.db
    .updateTable('staffSession')
    .set({ provedAt: new Date(Date.now() - 11 * 60_000) })
    .where('staffId', '=', id)
    .execute();
}

const getStaffId = async ({ db }: TestServer, email: string): Promise<number> =>
  (await db.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirstOrThrow())
    .id;
