import type { SavedFields } from '#core/catalogue/index.ts';

/** What is saved after a publication was planned is not in it: the note of the plan says so. */
export function showPlanNote(form: HTMLElement, { revision, schedule }: SavedFields): void {
  const note = form.querySelector<HTMLElement>('[data-planned-revision]');
  if (note) note.hidden = !schedule || revision <= Number(note.dataset['plannedRevision']);
}
