import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

type Content = Record<string, { schema: object }>;
type Parameter = { readonly name: string; readonly in: string; readonly schema: object };
type Operation = {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Record<string, { readonly content?: Content }>;
};
type OpenApiDocument = {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly parameters?: Record<string, Parameter> };
};

export type Message = {
  readonly method: string;
  readonly path: string;
  /** Of an answer; undefined for a request. */
  readonly status?: number;
};

const readDescription = (name: string): OpenApiDocument =>
  JSON.parse(readFileSync(`test/paypal-simulator/${name}`, 'utf8')) as OpenApiDocument;

const descriptions = {
  orders: readDescription('checkout_orders_v2.json'),
  payments: readDescription('payments_payment_v2.json'),
  notifications: readDescription('notifications_webhooks_v1.json'),
  disputes: readDescription('customer_disputes_v1.json'),
  transactions: readDescription('reporting_transactions_v1.json'),
};
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  validateSchema: false,
  unicodeRegExp: false,
});
for (const [name, description] of Object.entries(descriptions))
  ajv.addSchema(description, `https://paypal.test/${name}`);

const jsonPointer = (...parts: string[]): string =>
  parts
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');

function findOperation(method: string, path: string) {
  for (const [name, { paths, components }] of Object.entries(descriptions)) {
    const pattern = Object.keys(paths).find((candidate) =>
      new RegExp(`^${candidate.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    const operation = pattern && paths[pattern]?.[method];
    if (operation)
      return {
        operation,
        parameters: components.parameters ?? {},
        url: `https://paypal.test/${name}#/paths/${jsonPointer(pattern, method)}`,
      };
  }
  return undefined;
}

function listParameters(method: string, path: string, place: string): Parameter[] {
  const found = findOperation(method.toLowerCase(), path);
  return (found?.operation.parameters ?? []).flatMap((given) => {
    const parameter =
      '$ref' in given ? found?.parameters[given.$ref.split('/').at(-1) ?? ''] : given;
    return parameter?.in === place ? [parameter] : [];
  });
}

/** The names of an operation's parameters in one place ("query"). */
export const readParameters = (method: string, path: string, place: string): string[] =>
  listParameters(method, path, place).map(({ name }) => name);

/**
 * Returns the parts of a query that are not as PayPal describes them: unknown names, and values
 * that it does not allow.
 */
export function findQueryErrors({ method, path }: Message, query: URLSearchParams): string[] {
  if (!findOperation(method.toLowerCase(), path)) return [];
  const known = new Map(listParameters(method, path, 'query').map((each) => [each.name, each]));
  return [...query].flatMap(([name, value]) => {
    const parameter = known.get(name);
    const given = /^\d+$/.test(value) ? Number(value) : value;
    const isAllowed =
      parameter && [given, value].some((form) => ajv.validate(parameter.schema, form));
    return isAllowed ? [] : [`${method} ${path}: ${name}=${value}`];
  });
}

/** The words that PayPal allows for a field of a schema. */
export const readEnum = (name: keyof typeof descriptions, ...pointer: string[]): string[] => {
  const schema = pointer.reduce<unknown>(
    (value, key) => (value as Record<string, unknown>)[key],
    descriptions[name],
  );
  return (schema as { enum: string[] }).enum;
};

/** The validator of one message by PayPal's own description; undefined if it describes none. */
export function findValidator({ method, path, status }: Message) {
  const found = findOperation(method.toLowerCase(), path);
  if (!found) return undefined;
  const { operation, url } = found;
  const content = status === undefined ? operation.requestBody : operation.responses[status];
  if (!content?.content) return undefined;
  const part = status === undefined ? 'requestBody' : `responses/${status}`;
  return ajv.getSchema(`${url}/${part}/content/${jsonPointer('application/json')}/schema`);
}
