import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/support/test-database.ts';
import { createRateLimiter } from './rate-limit.ts';

test('a window that a clock ahead of ours began does not refuse anybody for longer', async () => {
  const { pool, drop } = await createTestDatabase();
  const { consumeRateLimit: consume } = createRateLimiter(pool);
  for (let i = 0; i < 2; i++) await consume('login', 'a@b.example', 2, 60);
  expect(await consume('login', 'a@b.example', 2, 60)).toBeGreaterThan(0);
  await pool.query('update rate_limit set expire = expire + 86400000');
  expect(await consume('login', 'a@b.example', 2, 60)).toBeUndefined();
  await drop();
});
