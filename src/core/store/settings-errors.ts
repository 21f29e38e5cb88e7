import { fail } from '../kernel/outcome.model.ts';

/** What a form says of a wrong value; undefined where the schema has words of its own. */
export function describeInPlainWords(issue: {
  readonly code?: string;
  readonly input?: unknown;
  readonly maximum?: number | bigint;
}): string | undefined {
  if (issue.input === '' || issue.input === undefined) return 'Please fill this in.';
  if (issue.code === 'too_big') return `At most ${String(issue.maximum)}, please.`;
  return issue.code === 'invalid_type' ? 'Please enter a number.' : undefined;
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** "bank.iban: …" for every place of the file that is wrong. */
export function failWithPlaces(issues: readonly Issue[]): ReturnType<typeof fail> {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const place = path.length === 0 ? 'file' : path.map(String).join('.');
    (errors[place] ??= []).push(message);
  }
  const sentences = Object.entries(errors).map(([place, all]) => `${place}: ${all.join('; ')}`);
  return fail('invalid', `The settings can't be used. ${sentences.join('. ')}.`, errors);
}
