/** How a report is delivered, as two form controls. Pure, for server and browser. */
import type { Delivery } from '#core/catalogue/goods/delivery.model.ts';
import type { Texts } from './texts.ts';

/** The kinds of delivery that staff choose from, with their words. */
export const deliveryChoices: readonly (readonly [Delivery['kind'], string])[] = [
  ['files', 'The uploaded files, at once'],
  ['made', 'PDF and workbook made from the report’s data, at once'],
  ['by-us', 'Delivered by us within some days'],
  ['none', 'Not for sale'],
];

/** Returns the texts of the controls; '' for nothing. */
export function toDeliveryTexts(value: unknown): Texts {
  const { kind = '', days = '' } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return { 'delivery.kind': String(kind), 'delivery.days': String(days) };
}

/** null for nothing; days that are no number stay their text, and the checks name them. */
export function readDeliveryTexts(texts: Texts): unknown {
  const kind = texts['delivery.kind'] ?? '';
  if (kind === '') return null;
  if (kind !== 'by-us') return { kind };
  const days = (texts['delivery.days'] ?? '').trim();
  return { kind, days: /^\d{1,4}$/.test(days) ? Number(days) : days };
}
