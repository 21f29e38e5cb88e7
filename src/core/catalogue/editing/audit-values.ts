/** Longer values are not written into the audit log; the versions have them. */
const maxLength = 500;

/** Fields and their values as the audit log keeps them. */
export const toAuditValues = (
  values: readonly (readonly [field: string, value: unknown])[],
): Record<string, unknown> =>
  Object.fromEntries(
    values.map(([field, value]) => {
      const { length } = JSON.stringify(value) ?? '';
      return [field, length > maxLength ? `(${length} characters)` : value];
    }),
  );
