import { settingsSchema, type StoreSettingsInput } from '#core/store/settings.model.ts';
import { demoSettings } from '#demo/content/index.ts';
import type { TestDatabase } from './test-database.ts';

/** The store of an empty test database is set up afterwards, as the demo's publisher, in UTC. */
export async function setUpStore(
  { db }: Pick<TestDatabase, 'db'>,
  changes: Partial<StoreSettingsInput> = {},
): Promise<void> {
  const body = settingsSchema.parse({ ...demoSettings, timeZone: 'UTC', ...changes });
  await db
    .insertInto('storeSettings')
    .values({ version: 1, body, changedBy: 'test', changedAt: new Date() })
    .execute();
}
