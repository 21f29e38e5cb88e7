/** Field name to its error sentences; pages show the first one. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;
/** Field name to what the visitor typed. */
export type FieldValues = Readonly<Record<string, string>>;

export type AcceptedForm = {
  readonly ok: true;
  readonly message: string;
  /** Which form of the page was sent, if it has several. */
  readonly intent?: string;
};
/** A form that was refused: everything that was typed stays, with the errors at their fields. */
export type RejectedForm = {
  readonly ok: false;
  readonly message: string;
  readonly intent?: string;
  readonly errors: FieldErrors;
  readonly values: FieldValues;
};
/** A page's answer to a form. */
export type FormAnswer = AcceptedForm | RejectedForm;

/**
 * Which of a page's forms was sent, by its field `what`: one of the page's own names, and undefined
 * for every other text, so that no form is ever taken for another.
 */
export const readIntent = <Intent extends string>(
  intents: readonly Intent[],
  what: string | undefined,
): Intent | undefined => intents.find((intent) => intent === what);

/**
 * The value under a name that a visitor may have typed; undefined for names that the record doesn't
 * have of its own, such as "constructor" and "__proto__".
 */
export const findByName = <Value>(
  record: Readonly<Record<string, Value>>,
  name: string | null | undefined,
): Value | undefined =>
  typeof name === 'string' && Object.hasOwn(record, name) ? record[name] : undefined;

/** The rejected answer to the page's form `intent`, or undefined for any other answer. */
export const findRejectedForm = (
  answer: FormAnswer | undefined,
  intent: string,
): RejectedForm | undefined =>
  answer && !answer.ok && answer.intent === intent ? answer : undefined;

/** The props that a field takes from a rejected form: its error, and what was typed. */
export const getFieldProps = (
  name: string,
  rejected: RejectedForm | undefined,
): { name: string; error: string | undefined; defaultValue: string | undefined } => ({
  name,
  error: rejected?.errors[name]?.[0],
  defaultValue: rejected?.values[name],
});
