import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Deps } from '#core/deps.ts';

/**
 * Counts in PostgreSQL, so that all processes count together; in memory while the database is away.
 * Keys are stored as hashes: no email or IP address is in the table.
 */
export function createRateLimiter(
  pool: pg.Pool,
): Pick<Deps, 'consumeRateLimit' | 'resetRateLimit'> {
  const limiters = new Map<string, RateLimiterPostgres>();
  const getLimiter = (name: string, points: number, duration: number): RateLimiterPostgres => {
    const keyPrefix = `${name}-${points}-${duration}`;
    const limiter =
      limiters.get(keyPrefix) ??
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix,
        points,
        duration,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
      });
    limiters.set(keyPrefix, limiter);
    return limiter;
  };
  const consumeRateLimit: Deps['consumeRateLimit'] = async (name, key, maxAttempts, seconds) => {
    const limiter = getLimiter(name, maxAttempts, seconds);
    const hashedKey = hashKey(key);
    try {
      await limiter.consume(hashedKey);
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const waitSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      if (waitSeconds <= seconds) return waitSeconds;
      // A clock that was ahead began this window: it begins again.
      await limiter.delete(hashedKey);
      await limiter.consume(hashedKey);
      return undefined;
    }
  };
  return {
    consumeRateLimit,
    resetRateLimit: async (name, key, maxAttempts, seconds) =>
      void (await getLimiter(name, maxAttempts, seconds).delete(hashKey(key))),
  };
}

const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url');
