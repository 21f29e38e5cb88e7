import { reportInputSchema } from './report-input-schema.ts';
import type { FieldErrors } from './merge-report.ts';
import type { ReportInput } from '../report-input.model.ts';

export type ParsedInput =
  | { readonly ok: true; readonly input: ReportInput }
  | { readonly ok: false; readonly code: string; readonly errors: FieldErrors };

/** The input with clean texts, or sentences by field. Each sentence is given once. */
export function parseReportInput(given: ReportInput): ParsedInput {
  const parsed = reportInputSchema.safeParse(given);
  if (parsed.success) {
    // As it will come back from the database: without members that are undefined.
    return { ok: true, input: JSON.parse(JSON.stringify(parsed.data)) as ReportInput };
  }
  const errors: FieldErrors = {};
  for (const { path, message } of parsed.error.issues) {
    const sentences = (errors[nameField(path)] ??= []);
    if (!sentences.includes(message)) sentences.push(message);
  }
  return { ok: false, code: given.code, errors };
}

/** Each price is a field of its own: "prices.single". */
function nameField([part = 'code', ...within]: readonly PropertyKey[]): string {
  const [licence] = within;
  return part === 'prices' && licence !== undefined ? `prices.${String(licence)}` : String(part);
}
