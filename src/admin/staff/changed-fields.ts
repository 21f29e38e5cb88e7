type ChangedField = { readonly name: string; readonly before: string; readonly after: string };

/** The fields of an audit entry, side by side; '' where one was not there. */
export function listChangedFields(before: unknown, after: unknown): ChangedField[] {
  const [old, fresh] = [toRecord(before), toRecord(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])].map((name) => ({
    name,
    before: toText(old[name]),
    after: toText(fresh[name]),
  }));
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
