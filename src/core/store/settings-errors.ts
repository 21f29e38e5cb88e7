import { fail } from '../kernel/outcome.model.ts';

type WrongValue = {
  readonly code?: string;
  readonly input?: unknown;
  readonly maximum?: number | bigint;
  readonly origin?: string;
  readonly format?: string;
};

/** Returns the form's sentence on a wrong value; undefined if the schema has words of its own. */
export function describeInPlainWords(issue: WrongValue): string | undefined {
  const { code, input, maximum, origin, format } = issue;
  if (input === '' || input === undefined) return 'Please fill this in.';
  if (code === 'too_big' && origin === 'string')
    return `Please keep this to ${String(maximum)} characters.`;
  if (code === 'too_big') return `At most ${String(maximum)}, please.`;
  if (format === 'email') return 'Please give an email address, such as sales@example.com.';
  if (format === 'url') return 'Please give a whole address that begins with https://.';
  return code === 'invalid_type' ? 'Please enter a number.' : undefined;
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** "bank.iban: …" for every place of the file that is wrong. */
export function failWithPlaces(issues: readonly Issue[]): ReturnType<typeof fail> {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const place = path.length === 0 ? 'file' : path.map(String).join('.');
    (errors[place] ??= []).push(message);
  }
  const sentences = Object.entries(errors).map(
    ([place, all]) => `${place}: ${all.map((one) => one.replace(/\.$/, '')).join('; ')}`,
  );
  return fail('invalid', `The settings can't be used. ${sentences.join('. ')}.`, errors);
}
