/** Fields of a form whose text is kept until it is saved, for its page, its script and the server. */
import { formKeyField } from './form-key.tsx';

/** The name of the field that says at which page a form is kept. */
export const keptPlaceField = 'kept-place';

/**
 * The name of the field in which a script says which kept text the form goes on with, if it is not
 * one of its own.
 */
export const keptKeyField = 'kept-key';

/** They say which form it is and what its buttons do, and are no text that anybody typed. */
export const notTyped: ReadonlySet<string> = new Set([
  keptPlaceField,
  keptKeyField,
  formKeyField,
  'intent',
  'step',
  'template',
  'seenAnswerId',
]);
