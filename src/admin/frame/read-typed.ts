/** What a page's address holds of a form, of these fields; each is undefined where it does not. */
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
