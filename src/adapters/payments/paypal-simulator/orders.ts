/** Orders of the counterpart: created, shown, patched, approved by the payer, and lapsed. Issues and limits: PayPal's checkout_orders_v2. */
import { z } from 'zod';
import {
  parseJson,
  issueResponse,
  resourceNotFound,
  type SimulatorResponse,
  type EventDraft,
} from './responses.ts';
import { newId, type Ledger, type SimulatedOrder } from './ledger.ts';

const shortText = z.string().max(127).optional();
const moneySchema = z.object({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
});
const experienceContext = z.object({
  brand_name: shortText,
  return_url: z.url(),
  cancel_url: z.url(),
});
const createOrderBody = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z
    .array(
      z.object({
        reference_id: z.string().max(256).default('default'),
        custom_id: shortText,
        invoice_id: shortText,
        description: shortText,
        soft_descriptor: z.string().max(22).optional(),
        amount: moneySchema.extend({ breakdown: z.record(z.string(), moneySchema).optional() }),
        items: z
          .array(
            z.object({
              name: z.string().max(127),
              quantity: z.string().regex(/^[1-9]\d*$/),
              unit_amount: moneySchema,
            }),
          )
          .optional(),
      }),
    )
    .min(1)
    .max(10),
  payment_source: z
    .object({ paypal: z.object({ experience_context: experienceContext }) })
    .optional(),
  application_context: experienceContext.optional(),
});
type PurchaseUnit = z.infer<typeof createOrderBody>['purchase_units'][number];

/** Currencies of PayPal without decimals are left out: nothing here is sold in them. */
const supportedCurrencies = new Set(
  'AUD BRL CAD CHF CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD'.split(' '),
);
const toCents = (value: string): number => Math.round(Number(value) * 100);

/** Switches of the account: invoice ids that were paid may not come again, the payee is restricted, approved orders are kept for three days. */
export type AccountSettings = {
  blockDuplicateInvoices: boolean;
  restricted: boolean;
  keepApproved: boolean;
};

const hourMs = 3_600_000;

/** An order after what time did to it: unpaid ones lapse three hours after creation, approved ones three (or, by the account, 72) after approval. */
export function expireOrder(
  ledger: Ledger,
  account: AccountSettings,
  order: SimulatedOrder,
): { order: SimulatedOrder; tell: readonly EventDraft[] } {
  const ageMs = (from: string | undefined): number =>
    ledger.now() - Date.parse(from ?? order.createdAt);
  const isUnpaid = order.status === 'CREATED' || order.status === 'PAYER_ACTION_REQUIRED';
  const isExpired = isUnpaid
    ? ageMs(undefined) > 3 * hourMs
    : order.status === 'APPROVED' &&
      ageMs(order.approvedAt) > (account.keepApproved ? 72 : 3) * hourMs;
  if (!isExpired) return { order, tell: [] };
  const voided: SimulatedOrder = { ...order, status: 'VOIDED' };
  ledger.save(voided);
  return {
    order: voided,
    tell: isUnpaid
      ? []
      : [
          {
            type: 'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
            resource: { id: order.id, order_id: order.id },
          },
        ],
  };
}

/** The order as PayPal represents it (`return=representation`). */
export function representOrder(order: SimulatedOrder, origin: string): object {
  const { id, status, unit, capture, refunds = [] } = order;
  const taken = {
    amount: unit.amount,
    final_capture: true,
    custom_id: unit.custom_id,
    invoice_id: unit.invoice_id,
  };
  const up = [{ href: `${origin}/v2/payments/captures/${capture?.id}`, rel: 'up', method: 'GET' }];
  const back = refunds.map((one) => ({
    id: one.id,
    status: one.status,
    amount: { value: one.value, currency_code: unit.amount.currency_code },
    links: up,
  }));
  const way =
    status === 'CREATED'
      ? 'approve'
      : status === 'PAYER_ACTION_REQUIRED'
        ? 'payer-action'
        : undefined;
  return {
    id,
    status,
    intent: 'CAPTURE',
    create_time: order.createdAt,
    purchase_units: [
      {
        reference_id: 'default',
        ...unit,
        ...(capture
          ? {
              payments: {
                captures: [{ ...capture, ...taken }],
                ...(back.length > 0 ? { refunds: back } : {}),
              },
            }
          : {}),
      },
    ],
    ...(status === 'APPROVED' || status === 'COMPLETED'
      ? {
          payer: {
            payer_id: 'LCALPAYER2345',
            email_address: 'payer@example.com',
            name: { given_name: 'Local', surname: 'Payer' },
          },
        }
      : {}),
    links: [
      { href: `${origin}/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' },
      ...(way ? [{ href: `${origin}/checkoutnow?token=${id}`, rel: way, method: 'GET' }] : []),
    ],
  };
}

/** Why a unit's money is refused, in the order in which PayPal lists it; undefined where it holds. */
function findAmountIssue({ amount, items }: PurchaseUnit): string | undefined {
  if (!supportedCurrencies.has(amount.currency_code)) return 'INVALID_CURRENCY_CODE';
  if (/\.\d{3,}$/.test(amount.value)) return 'DECIMAL_PRECISION';
  if (!(Number(amount.value) > 0)) return 'CANNOT_BE_ZERO_OR_NEGATIVE';
  if (Number(amount.value) > 9_999_999.99) return 'MAX_VALUE_EXCEEDED';
  const { breakdown } = amount;
  if (items && !breakdown?.['item_total']) return 'ITEM_TOTAL_REQUIRED';
  if (
    items &&
    items.reduce((sum, one) => sum + toCents(one.unit_amount.value) * Number(one.quantity), 0) !==
      toCents(breakdown?.['item_total']?.value ?? '0')
  )
    return 'ITEM_TOTAL_MISMATCH';
  const less = new Set(['discount', 'shipping_discount']);
  if (
    breakdown &&
    Object.entries(breakdown).reduce(
      (sum, [name, { value }]) => sum + (less.has(name) ? -1 : 1) * toCents(value),
      0,
    ) !== toCents(amount.value)
  )
    return 'AMOUNT_MISMATCH';
  return undefined;
}

/** 201 with a new order. A request id is asked for where a payment source is named. */
export function createOrder(
  ledger: Ledger,
  account: AccountSettings,
  origin: string,
  requestId: string,
  text: string,
): SimulatorResponse {
  const given = parseJson(text);
  if (given === undefined) return issueResponse('create', 'MALFORMED_REQUEST_JSON');
  const read = createOrderBody.safeParse(given);
  if (!read.success) {
    const [first] = read.error.issues;
    const field = `/${(first?.path ?? []).join('/')}`;
    if (first?.code === 'too_big')
      return issueResponse(
        'create',
        first.origin === 'array' ? 'INVALID_ARRAY_MAX_ITEMS' : 'INVALID_STRING_LENGTH',
        field,
      );
    return issueResponse(
      'create',
      first?.code === 'invalid_value' ? 'INVALID_PARAMETER_VALUE' : 'INVALID_PARAMETER_SYNTAX',
      field,
    );
  }
  const {
    purchase_units: units,
    payment_source: source,
    application_context: application,
  } = read.data;
  const returnUrls = source?.paypal.experience_context ?? application;
  const [unit] = units;
  if (!returnUrls || !unit)
    return issueResponse(
      'create',
      'MISSING_REQUIRED_PARAMETER',
      '/payment_source/paypal/experience_context',
    );
  if (source && requestId === '') return issueResponse('create', 'PAYPAL_REQUEST_ID_REQUIRED');
  if (account.restricted) return issueResponse('create', 'PAYEE_ACCOUNT_RESTRICTED');
  if (new Set(units.map(({ reference_id: id }) => id)).size < units.length)
    return issueResponse('create', 'DUPLICATE_REFERENCE_ID', '/purchase_units');
  for (const one of units) {
    const issue = findAmountIssue(one);
    if (issue) return issueResponse('create', issue, '/purchase_units/0/amount/value');
  }
  const {
    custom_id,
    invoice_id,
    description,
    amount: { currency_code, value },
  } = unit;
  const order: SimulatedOrder = {
    id: newId(),
    status: source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    unit: { custom_id, invoice_id, description, amount: { currency_code, value } },
    brand: returnUrls.brand_name ?? '',
    returnUrl: returnUrls.return_url,
    cancelUrl: returnUrls.cancel_url,
    badCard: false,
    createdAt: new Date(ledger.now()).toISOString(),
  };
  return {
    status: 201,
    body: representOrder(order, origin),
    savedOrder: order,
    isReplayable: true,
  };
}

const patchBody = z
  .array(
    z.object({ op: z.enum(['add', 'replace', 'remove']), path: z.string(), value: z.unknown() }),
  )
  .min(1);

/** 204 where every change is one to amount, description or our ids of an order that is not paid. */
export function patchOrder(order: SimulatedOrder, text: string): SimulatorResponse {
  if (order.status === 'VOIDED') return resourceNotFound();
  if (order.status === 'COMPLETED') return issueResponse('patch', 'ORDER_ALREADY_COMPLETED');
  const read = patchBody.safeParse(parseJson(text));
  if (!read.success) return issueResponse('patch', 'INVALID_PARAMETER_SYNTAX');
  let unit = order.unit;
  for (const { path, value } of read.data) {
    const field =
      /^\/purchase_units\/@reference_id=='default'\/(amount|description|custom_id|invoice_id)$/.exec(
        path,
      )?.[1];
    if (!field) return issueResponse('patch', 'NOT_PATCHABLE', path);
    const fits = field === 'amount' ? moneySchema.safeParse(value) : shortText.safeParse(value);
    if (!fits.success) return issueResponse('patch', 'INVALID_PARAMETER_VALUE', path);
    unit = { ...unit, [field]: fits.data };
  }
  return { status: 204, body: {}, savedOrder: { ...order, unit } };
}
