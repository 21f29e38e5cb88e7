import { useLocation } from 'react-router';

/** The name of the field that says at which page a form is kept. */
export const keptPlaceField = 'kept-place';

/**
 * The name of the field in which a script says which kept text the form goes on with, if it is not
 * one of its own.
 */
export const keptKeyField = 'kept-key';

/** Stands in a form whose text is kept until it is saved (`core/kernel/typed-text.ts`). */
export const KeptPlace = () => (
  <>
    <input type="hidden" name={keptPlaceField} value={useLocation().pathname} />
    <input type="hidden" name={keptKeyField} value="" />
  </>
);
