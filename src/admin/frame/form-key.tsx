/** The name of the field; the server reads it for every form of staff. */
export const formKeyField = 'form-key';

/**
 * Tells a form that arrives twice from a second one: made anew whenever its page is rendered, so
 * that whatever a person, their browser or a proxy repeats counts once. Browsers that fill in what a
 * page had before leave it alone.
 */
export const FormKey = () => (
  <input type="hidden" name={formKeyField} value={crypto.randomUUID()} />
);
