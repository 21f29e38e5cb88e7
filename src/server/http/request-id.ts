import { randomUUID } from 'node:crypto';

/** Letters, digits, dots, dashes and underscores: nothing that could forge a line or hold words. */
const wellFormedId = /^[\w.-]{8,64}$/;

/**
 * The number under which the log knows a request: the X-Request-Id of a proxy of ours if it is
 * well-formed, otherwise a new one.
 */
export function readRequestId(rawHeaders: readonly string[], trustedProxyCount: number): string {
  const given = trustedProxyCount > 0 ? findRequestId(rawHeaders) : undefined;
  return given !== undefined && wellFormedId.test(given) ? given : generateRequestId();
}

/** 15 random hexadecimal digits, short enough to be told in a letter: 1f0c2d3e-4a5b-4c6d. */
const generateRequestId = (): string => randomUUID().slice(0, 18);

function findRequestId(rawHeaders: readonly string[]): string | undefined {
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 12 && rawHeaders[i]?.toLowerCase() === 'x-request-id')
      return rawHeaders[i + 1];
  return undefined;
}
