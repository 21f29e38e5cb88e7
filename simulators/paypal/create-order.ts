import { z } from 'zod';
import type { SimulatorContext } from './context.ts';
import { newId, type SimulatedOrder } from './ledger.ts';
import { hasDecimals, toCents } from './money.ts';
import { representOrder } from './represent-order.ts';
import { issueResponse, parseJson, type SimulatorResponse } from './responses.ts';

export const shortText = z.string().max(127).optional();
export const moneySchema = z.object({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
});
const itemSchema = z.object({
  name: z.string().max(127),
  description: shortText,
  sku: shortText,
  quantity: z.string().regex(/^[1-9]\d*$/),
  unit_amount: moneySchema,
  tax: moneySchema.optional(),
});
const purchaseUnitSchema = z.object({
  reference_id: z.string().max(256).default('default'),
  custom_id: shortText,
  invoice_id: shortText,
  description: shortText,
  soft_descriptor: z.string().max(22).optional(),
  amount: moneySchema.extend({ breakdown: z.record(z.string(), moneySchema).optional() }),
  items: z.array(itemSchema).optional(),
});
const experienceContextSchema = z.object({
  brand_name: shortText,
  return_url: z.url(),
  cancel_url: z.url(),
});
const createOrderBody = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.array(purchaseUnitSchema).min(1).max(10),
  payment_source: z
    .object({ paypal: z.object({ experience_context: experienceContextSchema }) })
    .optional(),
  application_context: experienceContextSchema.optional(),
});

type PurchaseUnit = z.infer<typeof purchaseUnitSchema>;
type OrderBody = z.infer<typeof createOrderBody>;

/** Those of PayPal's currencies that something is sold in here. */
const supportedCurrencies = new Set(
  'AUD BRL CAD CHF CZK DKK EUR GBP HKD ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB USD'.split(' '),
);

/** 201 with a new order. With a payment source a request id is required. */
export function createOrder(
  { ledger, account, origin }: SimulatorContext,
  requestId: string,
  text: string,
): SimulatorResponse {
  const json = parseJson(text);
  if (json === undefined) return issueResponse('create', 'MALFORMED_REQUEST_JSON');
  const parsed = createOrderBody.safeParse(json);
  if (!parsed.success) return describeSchemaIssue(parsed.error.issues[0]);
  const { purchase_units: units, payment_source: source, application_context } = parsed.data;
  const urls = source?.paypal.experience_context ?? application_context;
  const [unit] = units;
  if (!urls || !unit)
    return issueResponse(
      'create',
      'MISSING_REQUIRED_PARAMETER',
      '/payment_source/paypal/experience_context',
    );
  if (source && requestId === '') return issueResponse('create', 'PAYPAL_REQUEST_ID_REQUIRED');
  if (account.restricted) return issueResponse('create', 'PAYEE_ACCOUNT_RESTRICTED');
  const unitIssue = findUnitIssue(units);
  if (unitIssue) return unitIssue;
  const { custom_id, invoice_id, description, amount, items } = unit;
  const { currency_code, value } = amount;
  const order: SimulatedOrder = {
    id: newId(),
    status: source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    unit: { custom_id, invoice_id, description, amount: { currency_code, value } },
    items,
    breakdown: amount.breakdown,
    brand: urls.brand_name ?? '',
    returnUrl: urls.return_url,
    cancelUrl: urls.cancel_url,
    badCard: false,
    createdAt: new Date(ledger.now()).toISOString(),
  };
  const body = representOrder(order, origin);
  return { status: 201, body, savedOrder: order, isReplayable: true };
}

/** PayPal's issue for a body that does not fit the schema. */
function describeSchemaIssue(issue: z.core.$ZodIssue | undefined): SimulatorResponse {
  const field = `/${(issue?.path ?? []).join('/')}`;
  if (issue?.code === 'too_big') {
    const isArray = issue.origin === 'array';
    const name = isArray ? 'INVALID_ARRAY_MAX_ITEMS' : 'INVALID_STRING_LENGTH';
    return issueResponse('create', name, field);
  }
  const isUnknownValue = issue?.code === 'invalid_value';
  const name = isUnknownValue ? 'INVALID_PARAMETER_VALUE' : 'INVALID_PARAMETER_SYNTAX';
  return issueResponse('create', name, field);
}

function findUnitIssue(units: OrderBody['purchase_units']): SimulatorResponse | undefined {
  if (new Set(units.map(({ reference_id: id }) => id)).size < units.length)
    return issueResponse('create', 'DUPLICATE_REFERENCE_ID', '/purchase_units');
  const issue = units.map(findAmountIssue).find((found) => found !== undefined);
  return issue ? issueResponse('create', issue, '/purchase_units/0/amount/value') : undefined;
}

/** Why a unit's amount is refused, in the order in which PayPal lists it. */
function findAmountIssue({ amount, items }: PurchaseUnit): string | undefined {
  const { currency_code, value, breakdown } = amount;
  if (!supportedCurrencies.has(currency_code)) return 'INVALID_CURRENCY_CODE';
  if (!(hasDecimals(currency_code) ? /^[^.]*(\.\d{1,2})?$/ : /^\d+$/).test(value))
    return 'DECIMAL_PRECISION';
  if (!(Number(value) > 0)) return 'CANNOT_BE_ZERO_OR_NEGATIVE';
  if (Number(value) > 9_999_999.99) return 'MAX_VALUE_EXCEEDED';
  const itemTotal = breakdown?.['item_total'];
  if (items && !itemTotal) return 'ITEM_TOTAL_REQUIRED';
  if (items && sumItems(items) !== toCents(itemTotal?.value ?? '0')) return 'ITEM_TOTAL_MISMATCH';
  if (items && sumTax(items) !== toCents(breakdown?.['tax_total']?.value ?? '0'))
    return 'TAX_TOTAL_MISMATCH';
  if (breakdown && sumBreakdown(breakdown) !== toCents(value)) return 'AMOUNT_MISMATCH';
  return undefined;
}

const sumItems = (items: readonly z.infer<typeof itemSchema>[]): number =>
  items.reduce((sum, item) => sum + toCents(item.unit_amount.value) * Number(item.quantity), 0);

const sumTax = (items: readonly z.infer<typeof itemSchema>[]): number =>
  items.reduce((sum, item) => sum + toCents(item.tax?.value ?? '0') * Number(item.quantity), 0);

const discounts = new Set(['discount', 'shipping_discount']);
const sumBreakdown = (breakdown: Readonly<Record<string, { value: string }>>): number =>
  Object.entries(breakdown).reduce(
    (sum, [name, { value }]) => sum + (discounts.has(name) ? -1 : 1) * toCents(value),
    0,
  );
