/** Which text a form was made from, so that it never overwrites a later one. Pure. */
export const formatVersion = (changedAt: Date | null | undefined): string =>
  changedAt?.toISOString() ?? '';
