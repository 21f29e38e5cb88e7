import { redact } from './redact.ts';

/** An error as it is logged. */
export type ErrorFields = {
  readonly name: string;
  readonly message: string;
  /** Of PostgreSQL (SQLSTATE) or of the system (ECONNREFUSED). */
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorFields;
  /** The errors of an AggregateError, at most `maxErrors`. */
  readonly errors?: readonly ErrorFields[];
};

const maxDepth = 5;
const maxErrors = 10;
const maxMessageLength = 2000;
const maxStackLength = 8000;

/**
 * Name, message, stack, code and causes of whatever was thrown. Other properties are left out:
 * PostgreSQL's `detail` and a mail server's `rejected` quote what customers typed.
 */
export function toErrorFields(error: unknown, depth = 1): ErrorFields {
  if (!(error instanceof Error))
    return { name: 'NotAnError', message: shorten(redact(describe(error)), maxMessageLength) };
  const { name, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const message = withoutQuotedInput(error.message, code);
  const cleanStack = stack?.replace(error.message, () => message);
  const isDeeper = depth < maxDepth;
  return {
    name,
    message: shorten(redact(message), maxMessageLength),
    ...(code === undefined ? {} : { code }),
    ...(cleanStack ? { stack: shorten(redact(cleanStack), maxStackLength) } : {}),
    ...(isDeeper && cause !== undefined ? { cause: toErrorFields(cause, depth + 1) } : {}),
    ...(isDeeper && error instanceof AggregateError
      ? { errors: error.errors.slice(0, maxErrors).map((one) => toErrorFields(one, depth + 1)) }
      : {}),
  };
}

/** PostgreSQL's data exceptions (class 22) quote the value: `invalid input syntax …: "Anna"`. */
const withoutQuotedInput = (message: string, code: string | undefined): string =>
  /^22[0-9A-Z]{3}$/.test(code ?? '') ? message.replace(/"[^]*"/, '"…"') : message;

/** A thrown text, or the kind of another value: "[object Object]". */
const describe = (thrown: unknown): string =>
  typeof thrown === 'string' ? thrown : Object.prototype.toString.call(thrown);

const shorten = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
