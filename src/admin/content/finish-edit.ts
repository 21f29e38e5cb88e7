/** The actions of the forms of one text of the site, and how they end. */
import type { RouterContextProvider } from 'react-router';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { finishForm } from '#admin/frame/respond.ts';

export const editIntents = ['save', 'bin', 'unbin', 'delete'] as const;

export const editMessages = {
  save: 'Saved.',
  bin: 'Moved to the bin.',
  unbin: 'Taken out of the bin.',
  delete: 'Deleted permanently.',
} as const;

/** After a success a message: on its page, or in the list if there is no page to go on with. */
export function finishEdit(
  context: Readonly<RouterContextProvider>,
  done: Outcome<unknown>,
  at: {
    readonly intent: (typeof editIntents)[number];
    readonly listPath: string;
    readonly path: string;
    /** True if the list is the place to go on after saving. */
    readonly isSavedToList?: boolean;
  },
) {
  const { intent, listPath, path, isSavedToList } = at;
  const isInList =
    intent === 'bin' || intent === 'delete' || (intent === 'save' && isSavedToList === true);
  const message = editMessages[intent];
  return finishForm(context, done, { path: isInList ? listPath : path, message, intent });
}
