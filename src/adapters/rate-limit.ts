import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Deps } from '#core/deps.ts';

/** Counts in PostgreSQL, so that every process counts together; in memory while the database is away. Keys are hashed: no address is kept. */
export function createRateLimiter(pool: pg.Pool): Deps['consumeRateLimit'] {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterFor = (name: string, points: number, duration: number): RateLimiterPostgres => {
    const id = `${name}-${points}-${duration}`;
    let known = limiters.get(id);
    if (!known) {
      const insuranceLimiter = new RateLimiterMemory({ keyPrefix: id, points, duration });
      known = new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix: id,
        points,
        duration,
        insuranceLimiter,
      });
      limiters.set(id, known);
    }
    return known;
  };
  return async (name, key, most, seconds) => {
    try {
      await limiterFor(name, most, seconds).consume(
        createHash('sha256').update(key).digest('base64url'),
      );
      return undefined;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    }
  };
}
