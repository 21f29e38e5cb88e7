import { isDeepStrictEqual } from 'node:util';
import { isDraftField } from '../fields/report-fields.model.ts';
import type { Tx } from '../../deps.ts';
import { fail, ok, type Outcome, type Refusal } from '../../kernel/outcome.model.ts';
import { findLineFault, trimLine } from '../../kernel/single-line.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { StoredReport } from '../writing/stored-reports.store.ts';
import type { ReportVerbs } from './act-on-report.ts';
import { toAuditValues } from './audit-values.ts';
import type { DraftChecks } from './check-draft.ts';
import type { Finding } from '../writing/checks.model.ts';
import { readField, toReportInput, type DraftChanges, type PublishKind } from './draft.model.ts';
import { lockDraft, putDraft } from './drafts.store.ts';
import { removeSchedule } from './schedules.store.ts';
import type { EditingDeps } from './editing-deps.ts';

export type PublishRequest = {
  /** The revision of the draft that is published. */
  readonly revision: number;
  readonly kind: PublishKind;
  /** The note to the buyers of a new edition. */
  readonly reason: string;
};

export type Published = {
  readonly versionNumber: number;
  /** The new edition's number. */
  readonly edition?: number;
};

/** Publishing the draft of a report. */
export class Publishing {
  readonly #deps: EditingDeps;
  readonly #verbs: ReportVerbs;
  readonly #checks: DraftChecks;

  constructor(
    deps: EditingDeps,
    parts: { readonly reportVerbs: ReportVerbs; readonly checks: DraftChecks },
  ) {
    this.#deps = deps;
    this.#verbs = parts.reportVerbs;
    this.#checks = parts.checks;
  }

  /**
   * The draft is what the page says: checked, and stored as a version with its row, search words,
   * redirect, dropped pages and audit entry at once. Editions that were sold stay what they are; a new
   * edition is what is sold from now on, and buyers hear of it. `conflict` where the draft was changed
   * since, `invalid` by field for what its checks find.
   */
  publish(
    actor: StaffActor,
    reportId: number,
    request: PublishRequest,
  ): Promise<Outcome<Published>> {
    return this.#verbs.act(
      {
        actor,
        verb: request.kind === 'new-edition' ? 'report.edition' : 'report.publish',
        reportId,
      },
      async (tx, report, audit) => {
        const draft = await lockDraft(tx, reportId, this.#deps.clock());
        const refusal = refuseRevision(draft.revision, request.revision) ?? refuseRequest(request);
        if (refusal) return refusal;
        const { kind, reason } = request;
        const published = await this.publishIn(tx, report, {
          kind,
          reason,
          changes: draft.changes,
          actorName: actor.name,
        });
        if (published.ok) audit(describePublication(report, draft.changes, published.value));
        return published;
      },
    );
  }

  /** In `tx`: checks and publishes. The draft keeps only what was changed since. */
  async publishIn(
    tx: Tx,
    report: StoredReport,
    given: {
      readonly changes: DraftChanges;
      readonly kind: PublishKind;
      readonly reason: string;
      /** As the history names them. */
      readonly actorName: string;
    },
  ): Promise<Outcome<Published>> {
    const { changes, kind, reason, actorName } = given;
    if (report.state === 'bin') return fail('conflict', 'This report is in the bin.');
    const { blocking } = await this.#checks.check(tx, report, { changes, kind });
    if (blocking.length > 0) return failWithFindings(blocking);
    const input = { ...toReportInput(report.code, changes), state: 'published' as const };
    const [result] = await this.#deps.writer.write(tx, [input], { actor: actorName });
    if (!result?.ok) return fail('invalid', 'The report can’t be published.', result?.errors ?? {});
    const isNewEdition = kind === 'new-edition' && report.releasedAt !== null;
    const edition = isNewEdition
      ? { edition: await this.#deps.editions.publish(tx, report.id, trimLine(reason)) }
      : {};
    await this.forgetPublished(tx, report.id, changes);
    await removeSchedule(tx, report.id);
    return ok({ versionNumber: result.versionNumber, ...edition });
  }

  /** The draft keeps only what was changed since it was published. */
  async forgetPublished(tx: Tx, reportId: number, published: DraftChanges): Promise<void> {
    const now = this.#deps.clock();
    const draft = await lockDraft(tx, reportId, now);
    const left = Object.entries(draft.changes).filter(
      ([field, value]) =>
        !isDraftField(field) ||
        !(field in published) ||
        !isDeepStrictEqual(value, published[field]),
    );
    const { revision, changedBy } = draft;
    const changes = Object.fromEntries(left);
    await putDraft(tx, reportId, { revision: revision + 1, changes, changedBy, updatedAt: now });
  }
}

export function refuseRevision(current: number, wanted: number): Refusal | undefined {
  if (current === wanted) return undefined;
  return fail(
    'conflict',
    'The draft has changed in the meantime. Check it again before you go on.',
  );
}

export function refuseRequest({ kind, reason }: Omit<PublishRequest, 'revision'>) {
  if (kind !== 'new-edition') return undefined;
  const isMissing = trimLine(reason) === '';
  const sentence = isMissing
    ? 'Describe in a sentence what has changed: buyers read it.'
    : findLineFault(trimLine(reason));
  if (sentence === undefined) return undefined;
  return fail('invalid', sentence, { reason: [sentence] });
}

/** Returns the sentence of the audit log. */
export const describePublication = (
  report: StoredReport,
  changes: DraftChanges,
  published: Published,
) => {
  const fields = Object.keys(changes).filter(isDraftField);
  const before = fields.map((field) => [field, readField(report, field)] as const);
  return {
    before: { state: report.state, version: report.versionNumber, ...toAuditValues(before) },
    after: { state: 'published', ...published, ...toAuditValues(Object.entries(changes)) },
  };
};

/** `invalid`, with the sentences by field. */
function failWithFindings(findings: readonly Finding[]): Refusal {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of findings) (errors[path] ??= []).push(message);
  const count = findings.length === 1 ? 'One problem keeps' : `${findings.length} problems keep`;
  return fail('invalid', `${count} this report from being published.`, errors);
}
