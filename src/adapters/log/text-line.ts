import type { ErrorFields } from './error-fields.ts';

type LogLine = {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly error?: ErrorFields;
  readonly [field: string]: unknown;
};

/** A logged line for a person at a terminal: time, level, message, fields, and the error below. */
export function toTextLine(json: string): string {
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
