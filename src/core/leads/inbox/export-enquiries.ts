import { toZonedIso } from '../../kernel/time-zone.model.ts';
import { ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { InboxDeps } from './deps.ts';
import type { EnquiryFilter } from './enquiry.model.ts';
import { listExportRows, type EnquiryExportRow, type FilterContext } from './enquiries.store.ts';
import { readContext } from './list-enquiries.ts';

/** How many enquiries of an export are held in memory. */
const chunkSize = 500;

const columns = [
  'id',
  'kind',
  'state',
  'received_at',
  'first_answered_at',
  'minutes_to_first_answer',
  'owner',
  'follow_up_on',
  'report_code',
  'report_title',
  'name',
  'company',
  'email',
  'phone',
  'country',
  'message',
  'page',
] as const;

/** Takes enquiries out of the back office. */
export class EnquiryExport {
  readonly #deps: InboxDeps;

  constructor(deps: InboxDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the rows of the filter as the bytes of a CSV that are made while they are read, oldest
   * first; a cell that looks like a formula is text. `forbidden`. Written into the audit log.
   */
  async exportEnquiries(
    actor: StaffActor,
    filter: EnquiryFilter,
  ): Promise<Outcome<AsyncIterable<Uint8Array>>> {
    const attempt = { verb: 'enquiry.export', thing: { kind: 'enquiry', id: 'list' } } as const;
    const refusal = await this.#deps.staffActs.refuse(actor, attempt);
    if (refusal) return refusal;
    const resolved = {
      ...filter,
      ...(await readContext(this.#deps.db, actor, filter, this.#deps.clock())),
    };
    const { kind, state, owner, isDue, isAnswered, from, until, words } = filter;
    // A search may be somebody's name: it stays out of a log that can't be erased.
    const isSearched = words !== undefined;
    const after = { kind, state, owner, isDue, isAnswered, from, until, isSearched };
    await this.#deps.audit.record(this.#deps.db, { ...attempt, actor, change: { after } });
    return ok(this.#deps.sheets.writeRows('csv', columns, this.#readCells(resolved)));
  }

  async *#readCells(filter: EnquiryFilter & FilterContext): AsyncGenerator<string[]> {
    let afterId = 0;
    for (;;) {
      const rows = await listExportRows(this.#deps.db, filter, { afterId, limit: chunkSize });
      for (const row of rows) yield toCells(row, filter.zone);
      const last = rows.at(-1);
      if (!last || rows.length < chunkSize) return;
      afterId = last.id;
    }
  }
}

const toCells = (row: EnquiryExportRow, zone: string): string[] => {
  const { fields, createdAt, firstAnsweredAt } = row;
  const phone = fields['phone'] ?? fields['mobile_no'] ?? '';
  const message = fields['message'] ?? fields['preciserequirement'] ?? '';
  const minutes = firstAnsweredAt
    ? Math.round((firstAnsweredAt.getTime() - createdAt.getTime()) / 60_000).toString()
    : '';
  return [
    String(row.id),
    row.kind,
    row.state,
    toZonedIso(createdAt, zone),
    firstAnsweredAt ? toZonedIso(firstAnsweredAt, zone) : '',
    minutes,
    row.ownerName ?? '',
    row.followUpOn ?? '',
    row.reportCode ?? '',
    row.reportTitle ?? '',
    row.name,
    row.company,
    row.email,
    phone,
    fields['country'] ?? '',
    message,
    row.pagePath,
  ];
};
