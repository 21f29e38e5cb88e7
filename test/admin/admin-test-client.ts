import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Role } from '#core/staff/model.ts';
import { addTestStaff } from '../support/test-staff.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** A member of staff at the built product, as their browser speaks to it. */
export type AdminClient = {
  readonly staffId: number;
  readonly name: string;
  /** `name=value`, for a browser. */
  readonly cookie: { readonly name: string; readonly value: string };
  /** Fetches a page without following redirects. */
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** The text of a page that must be there. */
  readonly readText: (path: string) => Promise<string>;
  /** Posts a form as a page of the back office does. */
  readonly post: (
    path: string,
    form: Record<string, string> | FormData,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  /** Where a post leads to after a success: its page with the message that it left. */
  readonly follow: (response: Response) => Promise<Response>;
};

export type AdminTestServer = {
  readonly server: TestServer;
  /**
   * A new member of staff with a session. `provedMinutesAgo` is the time since they proved their
   * identity: 0 by default.
   */
  readonly signIn: (
    role: Role,
    options?: { readonly provedMinutesAgo?: number },
  ) => Promise<AdminClient>;
  /** Whoever is not signed in. */
  readonly visitor: Pick<AdminClient, 'get' | 'post'>;
  readonly close: () => Promise<void>;
};

/** A form with files, each by its name, as a browser posts them in the field "file". */
export function createUpload(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string | Uint8Array>>,
): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const [name, content] of Object.entries(files))
    body.append('file', new Blob([content as BlobPart]), name);
  return body;
}

/** The built product with a back office to sign in to. Start it once in a file. */
export async function startAdminTestServer(
  options?: Parameters<typeof startTestServer>[0],
): Promise<AdminTestServer> {
  return openAdminTestServer(await startTestServer(options));
}

/**
 * The back office of the small store, and somebody of each of these roles who is signed in. Start it
 * once in a file.
 */
export async function startOffice<Named extends Role>(
  roles: readonly Named[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ admin: AdminTestServer } & Record<Named, AdminClient>> {
  const admin = await startAdminTestServer({ template: 'small', env });
  const clients: Partial<Record<Role, AdminClient>> = {};
  for (const role of roles) clients[role] = await admin.signIn(role);
  return { admin, ...(clients as Record<Named, AdminClient>) };
}

/** The same of a server that runs already. */
export function openAdminTestServer(server: TestServer): AdminTestServer {
  return {
    server,
    signIn: (role, { provedMinutesAgo = 0 } = {}) => signIn(server, role, provedMinutesAgo),
    visitor: createClient(server, undefined),
    close: () => server.close(),
  };
}

async function signIn(
  server: TestServer,
  role: Role,
  provedMinutesAgo: number,
): Promise<AdminClient> {
  const actor = await addTestStaff(server.db, role);
  const secret = randomBytes(32).toString('hex');
  const now = Date.now();
  await server.db
    .insertInto('staffSession')
    .values({
      tokenHash: createHash('sha256').update(secret).digest('hex'),
      staffId: actor.staffId,
      createdAt: new Date(now),
      lastUsedAt: new Date(now),
      provedAt: new Date(now - provedMinutesAgo * 60_000),
      expiresAt: new Date(now + 12 * 3_600_000),
      ip: actor.ip,
      userAgent: actor.userAgent,
    })
    .execute();
  const cookie = { name: 'staff', value: secret };
  const client = createClient(server, `${cookie.name}=${cookie.value}`);
  return {
    ...client,
    staffId: actor.staffId,
    name: actor.name,
    cookie,
    readText: async (path) => {
      const response = await client.get(path);
      expect([path, response.status]).toEqual([path, 200]);
      return response.text();
    },
    follow: (response) => {
      const [flash = ''] = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
      return client.get(response.headers.get('location') ?? '', {
        cookie: `${cookie.name}=${cookie.value}; ${flash}`,
      });
    },
  };
}

function createClient(
  { url }: TestServer,
  cookie: string | undefined,
): Pick<AdminClient, 'get' | 'post'> {
  const own: Record<string, string> = cookie === undefined ? {} : { cookie };
  return {
    get: (path, headers = {}) =>
      fetch(new URL(path, url), { redirect: 'manual', headers: { ...own, ...headers } }),
    post: (path, form, headers = {}) =>
      fetch(new URL(path, url), {
        method: 'POST',
        redirect: 'manual',
        body: form instanceof FormData ? form : new URLSearchParams(form),
        headers: { ...own, origin: url, 'sec-fetch-site': 'same-origin', ...headers },
      }),
  };
}
