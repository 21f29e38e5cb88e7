/** Reports that were to be published, and are not: what blocks an editor blocks a sheet as well. */
import type { Tx } from '../../deps.ts';
import type { Finding } from './checks.model.ts';
import type { ReportInput } from '../reports/report-input.model.ts';
import { isRefused, type Refused, type Unnamed } from './decide-next.ts';
import { findBlocking } from './find-blocking.ts';
import type { FieldErrors } from './merge-report.ts';
import type { ParsedInput } from './parse-input.ts';

type Candidate = Unnamed | Refused;
type Decision = {
  /** The store's day. */
  readonly today: string;
  readonly asked: readonly ParsedInput[];
  /** The report's next version by another input. */
  readonly decide: (input: ReportInput) => Candidate;
};

/**
 * A report that may not be published is a draft, or stays withdrawn, with all else that its input
 * gives; `unpublished` says why. One that is published already stays so: it is refused where its
 * input brings what blocks it, and otherwise changed.
 */
export async function holdBack(
  tx: Tx,
  candidates: readonly Candidate[],
  { today, asked, decide }: Decision,
): Promise<Candidate[]> {
  const publishing = candidates.flatMap((one) =>
    isRefused(one) || one.parts.state !== 'published' ? [] : [one],
  );
  const findings = await findBlocking(tx, publishing.map(toPublish), today);
  const blocked = publishing.flatMap((one, index) => {
    const found = findings[index] ?? [];
    return found.length > 0 ? [{ one, found }] : [];
  });
  const published = blocked.flatMap(({ one: { current } }) =>
    current?.state === 'published' ? [{ current, draft: current }] : [],
  );
  const earlier = await findBlocking(tx, published, today);
  const known = new Map(published.map(({ current }, index) => [current.id, earlier[index] ?? []]));
  const inputs = new Map(asked.flatMap((one) => (one.ok ? [[one.input.code, one.input]] : [])));
  const settled = new Map<string, Candidate>();
  for (const { one, found } of blocked) {
    const { code, current } = one;
    if (current?.state === 'published')
      settled.set(code, refuseNew(one, found, known.get(current.id) ?? []));
    else {
      const state = current?.state === 'withdrawn' ? 'withdrawn' : 'draft';
      const kept = decide({ ...inputs.get(code), code, state });
      const unpublished = found.map(({ message }) => message);
      settled.set(code, isRefused(kept) ? kept : { ...kept, unpublished });
    }
  }
  return candidates.map((one) => settled.get(one.code) ?? one);
}

const toPublish = ({ current, parts, data }: Unnamed) => ({
  current,
  draft: { parts, data },
});

/** Refused for what its published version did not have yet. */
function refuseNew(one: Unnamed, found: readonly Finding[], known: readonly Finding[]): Candidate {
  const errors: FieldErrors = {};
  for (const { path, message } of found)
    if (!known.some((earlier) => earlier.message === message))
      (errors[path === 'goods' ? 'delivery' : path] ??= []).push(message);
  return Object.keys(errors).length > 0 ? { code: one.code, errors } : one;
}
