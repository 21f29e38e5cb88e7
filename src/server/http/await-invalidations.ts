import type { MiddlewareHandler } from 'hono';
import { getRequestContext, runInContext } from '#src/request-context.ts';

/**
 * An answer to what drops cached pages waits until this program has dropped them: whoever saved never
 * sees the old page.
 */
export function awaitInvalidations(settle: () => Promise<unknown>): MiddlewareHandler {
  return async (_, next) => {
    let hasInvalidated = false;
    const onInvalidate = (): void => void (hasInvalidated = true);
    await runInContext({ ...getRequestContext(), onInvalidate }, next);
    if (hasInvalidated) await settle();
  };
}
