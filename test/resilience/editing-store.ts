import { createHash, randomBytes } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';
import type { Database } from '#core/deps.ts';
import { findFreePorts } from '../support/free-ports.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { addTestStaff } from '../support/test-staff.ts';

/** A store whose program is killed and started again, with one editor who works in it. */
export type EditingStore = {
  readonly origin: string;
  readonly db: Database;
  /** Kills the program; its database goes on. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** The editor's session has ended. */
  readonly endSession: () => Promise<void>;
  /** A new session, which the browser knows as after a login in another window. */
  readonly signIn: (browser: Pick<BrowserContext, 'addCookies'>) => Promise<void>;
  readonly close: () => Promise<void>;
};

const sessionMs = 12 * 3_600_000;

export async function openEditingStore(): Promise<EditingStore> {
  const database = await createTestDatabase('small');
  const { db } = database;
  const folder = createTemporaryFolder('editing');
  const port = await findFreePorts();
  const env = { DATABASE_URL: database.url, DATA_DIR: folder.path, PORT: String(port) };
  let program = await startServerProcess(env);
  const { origin } = program;
  const actor = await addTestStaff(db, 'editor');
  return {
    origin,
    db,
    kill: () => program.kill(),
    start: async () => {
      program = await startServerProcess(env);
    },
    endSession: async () => {
      await db.deleteFrom('staffSession').where('staffId', '=', actor.staffId).execute();
    },
    signIn: async (browser) => {
      const secret = randomBytes(32).toString('hex');
      const now = new Date();
      await db
        .insertInto('staffSession')
        .values({
          tokenHash: createHash('sha256').update(secret).digest('hex'),
          staffId: actor.staffId,
          createdAt: now,
          lastUsedAt: now,
          provedAt: now,
          expiresAt: new Date(now.getTime() + sessionMs),
          ip: actor.ip,
          userAgent: actor.userAgent,
        })
        .execute();
      const cookie = { name: 'staff', value: secret, url: origin };
      await browser.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
    },
    close: async () => {
      await program.close();
      await database.drop();
      folder.remove();
    },
  };
}
