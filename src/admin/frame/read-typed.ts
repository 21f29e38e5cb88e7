/**
 * Returns these fields of a form as a page's address has them; each is undefined if it does not.
 */
export function readTyped<Name extends string>(
  requestUrl: string,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const { searchParams } = new URL(requestUrl);
  const typed: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = searchParams.get(name);
    if (value !== null) typed[name] = value.slice(0, 1000);
  }
  return typed;
}
