import { reportInputSchema } from '../fields/report-input-schema.ts';
import type { FieldErrors } from './merge-report.ts';
import type { ReportInput } from '../reports/report-input.model.ts';

export type ParsedInput =
  | { readonly ok: true; readonly input: ReportInput }
  | {
      readonly ok: false;
      readonly code: string;
      readonly errors: FieldErrors;
      /** The input without the parts at fault, for what else is wrong with it. */
      readonly rest?: ReportInput | undefined;
    };

/** The input with clean texts, or sentences by field. Each sentence is given once. */
export function parseReportInput(given: ReportInput): ParsedInput {
  const parsed = reportInputSchema.safeParse(given);
  if (parsed.success) return { ok: true, input: toStored(parsed.data) };
  const errors: FieldErrors = {};
  for (const { path, message } of parsed.error.issues) {
    const sentences = (errors[nameField(path)] ??= []);
    if (!sentences.includes(message)) sentences.push(message);
  }
  return { ok: false, code: given.code, errors, rest: parseRest(given, Object.keys(errors)) };
}

/** As it will come back from the database: without members that are undefined. */
const toStored = (input: object): ReportInput => JSON.parse(JSON.stringify(input)) as ReportInput;

function parseRest(given: ReportInput, fields: readonly string[]): ReportInput | undefined {
  const wrong = new Set(fields.map((field) => field.split('.')[0]));
  const right = Object.entries(given).filter(([part]) => !wrong.has(part));
  const parsed = reportInputSchema.safeParse(Object.fromEntries(right));
  return parsed.success ? toStored(parsed.data) : undefined;
}

/** Each price is a field of its own: "prices.single". */
function nameField([part = 'code', ...within]: readonly PropertyKey[]): string {
  const [licence] = within;
  return part === 'prices' && licence !== undefined ? `prices.${String(licence)}` : String(part);
}
