import { safeRedirectPath } from '#site/safe-redirect-path.ts';

/** Where the address says to go on after a proof of identity: a page of ours under /admin. */
export function readNextPath(requestUrl: string): string {
  const next = safeRedirectPath(new URL(requestUrl).searchParams.get('next'));
  return /^\/admin(?:[/?]|$)/.test(next) && !/^\/admin\/(?:login|logout|prove)/.test(next)
    ? next
    : '/admin';
}

/** A step on the way there, which keeps it. */
export const withNextPath = (step: string, next: string): string =>
  next === '/admin' ? step : `${step}?${new URLSearchParams({ next })}`;
