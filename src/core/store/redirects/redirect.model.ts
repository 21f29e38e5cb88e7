/** Addresses that lead to others, as staff write them. Pure, safe in the browser. */
import { z } from 'zod';

/** More would be a site of its own; all of them are kept in the memory of the server. */
export const maxRedirects = 10_000;

/** One hop: where a visitor comes to, and where they are sent. */
export type PathPair = { readonly from: string; readonly to: string };

const maxLength = 500;

/** Capitals are not told apart. */
export const toRedirectKey = (path: string): string => path.toLowerCase();

/**
 * "/old-page/" and "https://our.example/old-page" as "/old-page"; the query stays. undefined for a
 * text that is not an address of ours.
 */
export function readFromPath(text: string, origin: string): string | undefined {
  const address = readAddress(text, origin);
  if (!address || address.origin !== new URL(origin).origin) return undefined;
  const path = address.pathname.replace(/(?<=.)\/+$/, '');
  return `${path}${address.search}`;
}

/** The addresses of the back office are never visitors'. */
export const isOfBackOffice = (from: string): boolean => /^\/admin(\/|$|\?)/i.test(from);

/** A path of ours, or the whole address of another site; undefined for a text that is neither. */
export function readToPath(text: string, origin: string): string | undefined {
  const address = readAddress(text, origin);
  if (!address) return undefined;
  const isOurs = address.origin === new URL(origin).origin;
  return isOurs ? `${address.pathname}${address.search}${address.hash}` : address.href;
}

function readAddress(text: string, origin: string): URL | undefined {
  const trimmed = text.trim();
  const isPath = /^\/(?![/\\])/.test(trimmed);
  if ((!isPath && !/^https?:\/\//i.test(trimmed)) || trimmed.length > maxLength) return undefined;
  if (/[\s\u0000-\u001f\u007f]/.test(trimmed)) return undefined;
  return URL.canParse(trimmed, origin) ? new URL(trimmed, origin) : undefined;
}

/** True for a path of ours; false for another site. */
export const isOwnPath = (path: string): boolean => path.startsWith('/');

/** Returns a redirect's target as the origin of another: the same address without its fragment. */
export const toFromPath = (to: string): string =>
  (to.split('#')[0] ?? '').replace(/(?<=.)\/+(?=$|\?)/, '');

const fromPath = z
  .string()
  .max(maxLength)
  .regex(/^\/(?![/\\])\S*$/, 'begin it with one /');
const toPath = z
  .string()
  .max(maxLength)
  .regex(/^(\/(?![/\\])|https?:\/\/)\S*$/, 'begin it with one / or https://');

/** Redirects of a file: each leads to its end in one hop. */
export const redirectsSchema = z
  .array(z.strictObject({ from: fromPath, to: toPath }))
  .max(maxRedirects)
  .superRefine((pairs, context) => {
    const keys = new Set(pairs.map(({ from }) => toRedirectKey(from)));
    if (keys.size < pairs.length) context.addIssue('an address is there twice');
    const chained = pairs.find(({ to }) => keys.has(toRedirectKey(toFromPath(to))));
    if (chained) context.addIssue(`${chained.from} leads to ${chained.to}, which leads on`);
  });
