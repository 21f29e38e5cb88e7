import { pino } from 'pino';
import type { Log } from '#core/deps.ts';
import { getRequestContext } from '#src/request-context.ts';
import { redact } from './redact.ts';

export type LogOptions = {
  /** debug, info, warn, error or silent. */
  readonly level: string;
  /** Lines for a person at a terminal instead of JSON. */
  readonly isText?: boolean;
  /** Takes each line with its line break; standard output by default. */
  readonly write?: (line: string) => void;
};

/**
 * The only writer of the log. A line is one JSON object: `time` (ISO 8601, UTC), `level`,
 * `message`, the `requestId` and `job` that it was logged for, the given fields, and `error` with
 * name, message, code, stack, `cause` and `errors`. Texts are redacted (see redact.ts).
 */
export function createLog({ level, isText = false, write = writeToOutput }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => ({ ...getRequestContext() }),
    },
    { write: isText ? (line: string) => write(toTextLine(line)) : write },
  );
  return {
    info: (fields, message) => logger.info(cleanFields(fields), redact(message)),
    warn: (fields, message) => logger.warn(cleanFields(fields), redact(message)),
    error: (fields, message) => logger.error(cleanFields(fields), redact(message)),
  };
}

const writeToOutput = (line: string): void => void process.stdout.write(line);

/** Fields without personal data, with errors as plain objects. */
const cleanFields = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name === 'error' ? toErrorFields(value) : cleanValue(value),
    ]),
  );

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (value instanceof Error) return toErrorFields(value);
  if (value instanceof Date || value === null || typeof value !== 'object') return value;
  return Array.isArray(value) ? value.map(cleanValue) : cleanFields(value);
}

type LogLine = {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly error?: ErrorFields;
  readonly [field: string]: unknown;
};

/** A logged line for a person at a terminal: time, level, message, fields, and the error below. */
function toTextLine(json: string): string {
  const { time, level, message, error, ...fields } = JSON.parse(json) as LogLine;
  const values = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const head = [time.slice(11, 19), level.toUpperCase(), message, ...values].join(' ');
  return `${head}\n${error ? describeError(error, '  ') : ''}`;
}

function describeError({ name, message, stack, cause, errors = [] }: ErrorFields, indent: string) {
  const lines = (stack ?? `${name}: ${message}`).split('\n').map((line) => `${indent}${line}\n`);
  const causes = [...(cause ? [cause] : []), ...errors].map(
    (one): string => `${indent}caused by\n${describeError(one, `${indent}  `)}`,
  );
  return lines.join('') + causes.join('');
}

/** An error as it is logged. */
type ErrorFields = {
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
function toErrorFields(error: unknown, depth = 1): ErrorFields {
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
