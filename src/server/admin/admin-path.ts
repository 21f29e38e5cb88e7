/**
 * True for every spelling of an address under /admin that a route could match: routes are matched
 * without regard to case and after decoding. The JSON contract under /admin/api is answered before.
 */
export function isAdminPath(path: string): boolean {
  return /^\/+admin(?:[/.]|$)/i.test(decode(path));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
