import { readTimeZone } from '../../kernel/store-zone.store.ts';
import type { Database, Tx } from '../../deps.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { refuseVerb } from '../../staff/verbs.model.ts';
import { readGoods } from '../goods/delivery.store.ts';
import { describePicturesIn } from '../rich-text/describe-pictures.ts';
import { getNewestEditionNumber } from '../reports/editions.store.ts';
import type { Report } from '../model.ts';
import { describeVersion, getFigures } from '../reports/describe-version.ts';
import { toReportContent } from '../reports/report-content.model.ts';
import type { VersionParts } from '../reports/report-version.model.ts';
import { toCard } from '../reports/reports.store.ts';
import { toReportRow } from '../writing/report-row.ts';
import { makeReportSlug } from '../writing/slugs.ts';
import {
  listStoredIndustries,
  readReportById,
  type StoredReport,
} from '../writing/stored-reports.store.ts';
import { ReportVerbs, noReport } from './act-on-report.ts';
import { readDraft } from './check-draft.ts';
import * as drafts from './drafts.store.ts';
import {
  findPreviewLink,
  insertPreviewLink,
  listOpenLinks,
  revokeLink,
  type PreviewLinkRow,
} from './preview.store.ts';
import type { EditingDeps } from './editing-deps.ts';

const previewDays = 7;
const readerMinutes = 10;

export type PreviewLink = Pick<PreviewLinkRow, 'id' | 'createdAt' | 'expiresAt'> & {
  /** Of this site. */
  readonly path: string;
};

const toSigned = (link: Pick<PreviewLinkRow, 'id' | 'reportId'>): string =>
  `preview ${link.reportId} ${link.id}`;

/** The pages of drafts, before they are published. */
export class Previews {
  readonly #deps: EditingDeps;
  readonly #verbs: ReportVerbs;

  constructor(deps: EditingDeps, parts: { readonly reportVerbs: ReportVerbs }) {
    this.#deps = deps;
    this.#verbs = parts.reportVerbs;
  }

  #toLink(link: PreviewLinkRow): PreviewLink {
    const { signer } = this.#deps;
    return {
      id: link.id,
      createdAt: link.createdAt,
      expiresAt: link.expiresAt,
      path: `/preview/${link.reportId}/${link.id}-${signer.sign(toSigned(link))}`,
    };
  }

  /** A link that shows the draft, as it is then, to anyone who has it, for seven days. */
  share(actor: StaffActor, reportId: number): Promise<Outcome<PreviewLink>> {
    return this.#verbs.act({ actor, verb: 'report.edit', reportId }, async (tx, _report, audit) => {
      const createdAt = this.#deps.clock();
      const expiresAt = new Date(createdAt.getTime() + previewDays * 86_400_000);
      const { staffId } = actor;
      const id = await insertPreviewLink(tx, { reportId, staffId, createdAt, expiresAt });
      audit({ after: { previewLink: id, expiresAt: expiresAt.toISOString() } });
      return ok(this.#toLink({ id, reportId, createdAt, expiresAt, revokedAt: null }));
    });
  }

  /**
   * The draft's page for staff who may read reports but share no links. It writes nothing, so it
   * can't be revoked, and works for minutes.
   */
  makeForReader(actor: StaffActor, reportId: number): Outcome<string> {
    const refusal = refuseVerb(actor, 'report.read', this.#deps.clock());
    if (refusal) return refusal;
    const expiresAt = String(Math.floor(this.#deps.clock().getTime() / 1000) + readerMinutes * 60);
    const signature = this.#deps.signer.sign(toReaderSigned(reportId, expiresAt));
    return ok(`/preview/${reportId}/r${expiresAt}-${signature}`);
  }

  /** The link answers 410 from now on. `not-found` for one that there is not. */
  revoke(actor: StaffActor, reportId: number, linkId: number): Promise<Outcome<undefined>> {
    return this.#verbs.act({ actor, verb: 'report.edit', reportId }, async (tx, _report, audit) => {
      if (!(await revokeLink(tx, { id: linkId, reportId, now: this.#deps.clock() })))
        return fail('not-found', 'There is no such link.');
      audit({ before: { previewLink: linkId } });
      return ok(undefined);
    });
  }

  async listLinks(actor: StaffActor, reportId: number): Promise<Outcome<PreviewLink[]>> {
    const refusal = refuseVerb(actor, 'report.edit', this.#deps.clock());
    if (refusal) return refusal;
    const links = await listOpenLinks(this.#deps.db, reportId, this.#deps.clock());
    return ok(links.map((link) => this.#toLink(link)));
  }

  /**
   * Returns the page as it would be, for anyone with the link. `not-found` for a link of another
   * report or none, `gone` for one that is expired or revoked.
   */
  async open(reportId: number, token: string): Promise<Outcome<Report>> {
    const isOpen = await this.#isOpenToken(reportId, token);
    if (isOpen === undefined) return noReport;
    if (!isOpen) return fail('gone', 'This preview has ended. Ask for a new link.');
    const report = await this.#read(this.#deps.db, reportId);
    return report ? ok(report) : noReport;
  }

  /** False for one that has ended, undefined for one that is not of this report. */
  async #isOpenToken(reportId: number, token: string): Promise<boolean | undefined> {
    const { db, signer, clock } = this.#deps;
    const [, kind, number = '', signature = ''] = /^(r?)(\d{1,11})-([\w-]+)$/.exec(token) ?? [];
    if (kind === 'r') {
      if (!signer.isValid(toReaderSigned(reportId, number), signature)) return undefined;
      return Number(number) * 1000 > clock().getTime();
    }
    const id = Number(number);
    if (!signer.isValid(toSigned({ id, reportId }), signature)) return undefined;
    const link = await findPreviewLink(db, id);
    return link !== undefined && !link.revokedAt && link.expiresAt > clock();
  }

  /** The same for staff, without a link. */
  async show(actor: StaffActor, reportId: number): Promise<Outcome<Report>> {
    const refusal = refuseVerb(actor, 'report.read', this.#deps.clock());
    if (refusal) return refusal;
    const report = await this.#read(this.#deps.db, reportId);
    return report ? ok(report) : noReport;
  }

  async #read(db: Database | Tx, reportId: number): Promise<Report | undefined> {
    const { clock } = this.#deps;
    const stored = await readReportById(db, reportId);
    if (!stored || stored.state === 'bin') return undefined;
    const draft = await drafts.readDraft(db, reportId);
    const said = readDraft(stored, draft?.changes ?? {});
    const parts = completeParts(stored, said.parts);
    const industries = await listStoredIndustries(db);
    const industryIds = new Map(industries.map(({ slug, id }) => [slug, id]));
    const next = { code: stored.code, current: stored, parts, data: said.data };
    const goods = await readGoods(db, [reportId]);
    const zone = await readTimeZone(db);
    const row = toReportRow(next, { industryIds, now: clock(), zone, goods });
    const industry = industries.find(({ slug }) => slug === parts.industry);
    const content = toReportContent(parts, row.shortDescription);
    const facts = describeVersion({ parts, data: said.data });
    return {
      ...toCard({
        ...row,
        listed: facts.card,
        id: reportId,
        industry: industry?.name ?? '',
        industrySlug: parts.industry,
      }),
      ...content,
      description: await describePicturesIn(db, content.description),
      updatedAt: row.updatedAt.toISOString(),
      edition: await getNewestEditionNumber(db, reportId),
      figures: { ...getFigures(stored.code, said.data), facts: facts.figures },
      facts: facts.report,
      sources: said.data?.sources ?? [],
    };
  }
}

const toReaderSigned = (reportId: number, expiresAt: string): string =>
  `preview for a reader ${reportId} ${expiresAt}`;

/** Returns the fields that a page needs, of the report if the draft has emptied them. */
export const completeParts = (
  stored: StoredReport,
  parts: Partial<VersionParts>,
): VersionParts => ({
  ...parts,
  title: parts.title ?? stored.title,
  industry: parts.industry ?? stored.parts.industry,
  state: stored.parts.state,
  slug: findDraftSlug(stored, parts),
});

/** The address that the report will have: until it is first published it follows the title. */
function findDraftSlug(stored: StoredReport, { slug, title }: Partial<VersionParts>): string {
  if (slug !== undefined && slug !== stored.slug) return slug;
  const followsTitle =
    stored.releasedAt === null && stored.slug === makeReportSlug(stored.title, stored.code);
  return followsTitle && title ? makeReportSlug(title, stored.code) : stored.slug;
}
