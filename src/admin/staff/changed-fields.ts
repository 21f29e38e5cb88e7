import { formatMoney } from '#core/kernel/money.model.ts';
import { describeField } from './audit-words.ts';

export type ChangedField = {
  readonly name: string;
  readonly before: string;
  readonly after: string;
};

/** Fields that hold amounts in the store's currency: of reports, and of bulk changes of prices. */
const moneyFields = ['prices', 'add', 'set', 'roundTo'];

/**
 * The fields of an audit entry, side by side; '' where one was not there. Prices are shown in
 * `currency`, which is the store's.
 */
export function listChangedFields(
  before: unknown,
  after: unknown,
  currency: string,
): ChangedField[] {
  const [old, fresh] = [toRecord(before), toRecord(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])].map((name) => {
    const formatNumber = moneyFields.includes(name)
      ? (cents: number) => formatMoney(cents, currency)
      : String;
    const describe = (value: unknown) => toText(value, formatNumber);
    return { name, before: describe(old[name]), after: describe(fresh[name]) };
  });
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** "Yes", "export, imports", or "single $149, data sheet on-request" of several parts. */
function toText(value: unknown, formatNumber: (value: number) => string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  if (isDeep(value)) return JSON.stringify(value);
  const texts = Object.values(value).map((part) => toText(part, formatNumber));
  if (Array.isArray(value)) return texts.join(', ');
  const names = Object.keys(value).map((name) => describeField(name).toLowerCase());
  return names.map((name, index) => `${name} ${texts[index]}`).join(', ');
}

const isDeep = (value: object): boolean =>
  Object.values(value).some((part) => typeof part === 'object' && part !== null);
