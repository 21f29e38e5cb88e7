import type { Tx } from '../../deps.ts';
import { recordAudit } from '../../kernel/audit.ts';
import { readToday } from '../../kernel/store-zone.store.ts';
import type { Finder } from '../search/finder.ts';
import { announceChanges } from './announce-changes.ts';
import { emailBlocked, type BlockedDeps } from './email-blocked.ts';
import { findBlocking } from './find-blocking.ts';
import { listChangedTags } from './listed-facts.ts';
import { listSchedulers } from './schedulers.store.ts';
import { markPublished } from './save-reports.store.ts';
import { listStoredIndustries, lockDueReports, type StoredReport } from './stored-reports.store.ts';
import { writeReports, type WriterDeps } from './write-reports.ts';

type PublishDeps = BlockedDeps & WriterDeps & { readonly finder: Finder };

/** Reports that are published in one transaction. */
const batchSize = 200;

/**
 * Job: reports that are scheduled for the store's present day or earlier are published. What blocks an editor makes
 * them drafts instead; the audit log says why, and who scheduled them gets an email. Two workers at
 * once publish each of them once, and one that was down publishes late.
 */
export async function publishScheduled(deps: PublishDeps): Promise<void> {
  for (;;) {
    const published = await deps.db.transaction().execute(async (tx) => {
      const now = deps.clock();
      const today = await readToday(tx, deps);
      const ready = await lockDueReports(tx, today, batchSize);
      const due = await refuseBlocked(tx, deps, ready, today);
      if (due.length === 0) return ready.length;
      const ids = due.map(({ id }) => id);
      await markPublished(tx, ids, now);
      await deps.finder.put(tx, ids);
      const industries = await listStoredIndustries(tx);
      const slugs = new Map(industries.map(({ id, slug }) => [id, slug]));
      const tags = due.flatMap((report) =>
        listChangedTags(report, { ...report, state: 'published' }, slugs),
      );
      await deps.invalidate(tx, [...new Set(tags)]);
      const changes = due.map(
        (report) => ({ before: report.state, after: 'published', report }) as const,
      );
      await announceChanges(deps, tx, changes);
      return ready.length;
    });
    if (published < batchSize) return;
  }
}

/** Those that may be published; the others are drafts. */
async function refuseBlocked(
  tx: Tx,
  deps: PublishDeps,
  reports: readonly StoredReport[],
  today: string,
): Promise<StoredReport[]> {
  const toPublish = reports.map((report) => ({ current: report, draft: report }));
  const findings = await findBlocking(tx, toPublish, today);
  const blocked = reports.flatMap(({ id, code }, index) => {
    const sentences = (findings[index] ?? []).map(({ message }) => message);
    return sentences.length > 0 ? [{ id, code, sentences }] : [];
  });
  if (blocked.length === 0) return [...reports];
  // Read before these reports have a version that the schedule made.
  const ids = blocked.map(({ id }) => id);
  const schedulers = await listSchedulers(tx, ids);
  const programName = 'the schedule';
  const inputs = blocked.map(({ code }) => ({ code, state: 'draft' as const }));
  await writeReports(tx, deps, inputs, { actor: programName });
  for (const { code, sentences } of blocked)
    await recordAudit(tx, deps, {
      actor: { programName },
      verb: 'report.publish',
      thing: { kind: 'report', id: code },
      refusal: { code: 'invalid', message: sentences.join('\n') },
    });
  const told = blocked.map((one) => ({ ...one, recipients: schedulers.get(one.id) ?? [] }));
  await emailBlocked(tx, deps, told);
  return reports.filter((report) => !blocked.some(({ code }) => code === report.code));
}
