import { takeSample, type OfficeApp } from './office-app.ts';

const dayMs = 86_400_000;

/** Three drafts of new reports, and a report whose next title is published in a week. */
export async function writeSampleDrafts(office: OfficeApp, now: Date): Promise<void> {
  const { app, getActor } = office;
  const { editing } = app.catalogue;
  const editor = getActor('editor');
  const [industry] = await app.catalogue.industries.list();
  for (const [index, title] of ['Tidal Power', 'Cultured Leather', 'Freight Drones'].entries())
    takeSample(
      await editing.drafts.create(editor, {
        code: `SAMPLE-${index + 1}`,
        title: `${title}: a draft (sample)`,
        industry: industry?.name ?? '',
      }),
    );
  const listed = takeSample(
    await editing.list.list(editor, {
      view: 'all',
      state: 'published',
      order: 'published',
      isDescending: true,
    }),
  );
  const report = listed.rows[0];
  if (!report) return;
  const { revision } = takeSample(await editing.drafts.open(editor, report.id));
  const saved = takeSample(
    await editing.drafts.save(editor, report.id, {
      revision,
      changes: [
        {
          path: 'title',
          before: report.title,
          after: `${report.title} (sample of a scheduled change)`,
        },
      ],
    }),
  );
  takeSample(
    await editing.schedules.plan(editor, report.id, {
      kind: 'correction',
      reason: '',
      revision: saved.revision,
      publishAt: new Date(now.getTime() + 7 * dayMs),
      zone: 'Europe/London',
    }),
  );
}
