import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '#core/deps.ts';
import { addTestStaff } from './test-staff.ts';

/** An hour of an owner who has proved who they are; every program over the database knows it. */
export async function signInOwner(db: Database): Promise<string> {
  const { staffId, ip, userAgent } = await addTestStaff(db, 'owner');
  const secret = randomBytes(32).toString('hex');
  const now = new Date();
  const session = { staffId, createdAt: now, lastUsedAt: now, provedAt: now, ip, userAgent };
  const tokenHash = createHash('sha256').update(secret).digest('hex');
  const expiresAt = new Date(now.getTime() + 3_600_000);
  await db
    .insertInto('staffSession')
    .values({ ...session, tokenHash, expiresAt })
    .execute();
  return `staff=${secret}`;
}
