import { formatMoney } from '#core/kernel/money.model.ts';
import { formatMinuteIn } from '#core/kernel/time-zone.model.ts';
import { describeField } from './audit-words.ts';

export type ChangedField = {
  readonly name: string;
  readonly before: string;
  readonly after: string;
};

/** Fields that hold amounts in the store's currency: of reports, and of bulk changes of prices. */
const moneyFields = ['prices', 'add', 'set', 'roundTo'];

/** In which currency the store has its prices, and in which zone its hours. */
type Shown = { readonly currency: string; readonly timeZone: string };

/**
 * The fields of an audit entry, side by side; '' if one was not there. Prices and instants are
 * shown as the store has them.
 */
export function listChangedFields(
  before: unknown,
  after: unknown,
  { currency, timeZone }: Shown,
): ChangedField[] {
  const [old, fresh] = [toRecord(before), toRecord(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])].map((name) => {
    const formatNumber = moneyFields.includes(name)
      ? (cents: number) => formatMoney(cents, currency)
      : String;
    const formatText = (text: string): string =>
      isInstant.test(text) ? formatMinuteIn(new Date(text), timeZone) : text;
    const describe = (value: unknown) => toText(value, { formatNumber, formatText });
    return { name, before: describe(old[name]), after: describe(fresh[name]) };
  });
}

/** As JSON has one. */
const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

type Format = {
  readonly formatNumber: (value: number) => string;
  readonly formatText: (text: string) => string;
};

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** "Yes", "export, imports", or "single $149, data sheet on-request" of several parts. */
function toText(value: unknown, format: Format): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return format.formatNumber(value);
  if (typeof value === 'string') return format.formatText(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  if (isDeep(value)) return JSON.stringify(value);
  const texts = Object.values(value).map((part) => toText(part, format));
  if (Array.isArray(value)) return texts.join(', ');
  const names = Object.keys(value).map((name) => describeField(name).toLowerCase());
  return names.map((name, index) => `${name} ${texts[index]}`).join(', ');
}

const isDeep = (value: object): boolean =>
  Object.values(value).some((part) => typeof part === 'object' && part !== null);
