import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import { readPageKey } from '#core/kernel/typed-text.model.ts';
import { keptKeyField } from './kept-fields.ts';

/** The key under which a form's text is kept: of the text that it went on with, or its own. */
export const readKeptKey = ({ fields, key }: SubmittedForm): string =>
  (fields[keptKeyField] || readPageKey(key)).slice(0, 64);
