import { useLocation } from 'react-router';
import { keptKeyField, keptPlaceField } from './kept-fields.ts';

/** Stands in a form whose text is kept until it is saved (`core/kernel/typed-text.ts`). */
export const KeptPlace = () => (
  <>
    <input type="hidden" name={keptPlaceField} value={useLocation().pathname} />
    <input type="hidden" name={keptKeyField} value="" />
  </>
);
