import { fail, type Refusal } from '../kernel/outcome.model.ts';

/** Which text a form was made from, so that it never overwrites a later one. Pure. */
export const formatVersion = (changedAt: Date | null | undefined): string =>
  changedAt?.toISOString() ?? '';

/** A form that was made from an earlier text is refused, and may be sent again. */
export const failChangedSince = (changedBy: string): Refusal =>
  fail(
    'conflict',
    `${changedBy || 'Somebody'} has changed this since you opened it, so nothing was ` +
      'saved. What you typed is below: compare it with their text in another window. ' +
      'Saving again overwrites their text.',
  );
