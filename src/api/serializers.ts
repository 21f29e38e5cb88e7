/** From the core's names to the contract's spellings, for everything that is read. */
import type { z } from 'zod';
import type { ReportCard } from '#core/catalogue/model.ts';
import type { ReportContent } from '#core/catalogue/reports/report-content.model.ts';
import type { ContentsEntry, Price } from '#core/catalogue/reports/report-input.model.ts';
import { renderRichTextHtml } from '#core/catalogue/rich-text/rich-text-html.model.ts';
import type { PolicyName, Post } from '#core/content/model.ts';
import type { SiteInfo } from '#core/store/model.ts';
import type { PaymentDetails } from '#core/orders/model.ts';
import { toUnits } from '#core/kernel/money.model.ts';
import { escapeHtml } from './escape-html.ts';
import { paths } from '#src/paths.ts';
import type * as responses from './response-schemas.ts';

type ResponseOf<K extends keyof typeof responses> = z.infer<(typeof responses)[K]>;

const renderList = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
const renderContents = (entries: readonly ContentsEntry[]): string => {
  const items = entries.map(({ title, children = [] }) => {
    const nested = children.length > 0 ? renderContents(children) : '';
    return `<li>${escapeHtml(title)}${nested}</li>`;
  });
  return `<ol>${items.join('')}</ol>`;
};

type SerializableReport = ReportCard & ReportContent;

/** The description as HTML, with its pictures and charts under our own address. */
const renderDescription = ({ description, code, title }: SerializableReport, origin: string) =>
  renderRichTextHtml(description, {
    pictureUrl: (name) => new URL(paths.picture(name), origin).href,
    chartPicture: (key) => ({
      url: origin + paths.chartPng(code, encodeURIComponent(key)),
      text: `Chart of ${title}`,
    }),
  });

/** The table of contents, and behind it the lists of tables and figures. */
const renderSummary = ({ contents, tableTitles, figureTitles }: SerializableReport): string =>
  (contents.length > 0 ? renderContents(contents) : '') +
  renderTitles('List of tables', tableTitles) +
  renderTitles('List of figures', figureTitles);

const renderTitles = (heading: string, titles: readonly string[]): string =>
  titles.length === 0 ? '' : `<h3>${heading}</h3>${renderList(titles)}`;

/** Missing optional values are null. */
const textOrNull = (text: string): string | null => (text === '' ? null : text);
const priceOrNull = (price: Price | undefined, currency: string): number | null =>
  typeof price === 'number' ? toUnits(price, currency) : null;

/** A report as the contract spells it: prices are numbers in the currency, `origin` begins URLs. */
export function serializeReport(
  report: SerializableReport,
  { origin, currency }: { readonly origin: string; readonly currency: string },
): ResponseOf<'report'> {
  const { prices, segmentation } = report;
  return {
    id: report.id,
    slug: report.slug,
    name: textOrNull(renderDescription(report, origin)),
    image: `${origin}/cover/${report.code}.${report.coverPicture ? 'jpg' : 'svg'}`,
    page: report.pages ?? null,
    report_id: report.code,
    industry: report.industry,
    industry_slug: report.industrySlug,
    industry_info: { slug: report.industrySlug },
    sprice: priceOrNull(prices.single, currency),
    mprice: priceOrNull(prices.multiple, currency),
    cprice: priceOrNull(prices.corporate, currency),
    dprice: priceOrNull(prices.dataSheet, currency),
    short_description: textOrNull(report.shortDescription),
    summary: textOrNull(renderSummary(report)),
    taf: textOrNull(
      segmentation
        .map(({ by, items }) => `<h3>${escapeHtml(by)}</h3>${renderList(items)}`)
        .join(''),
    ),
    author_name: textOrNull(report.authorNames.join(', ')),
    published_date: `${report.publishedOn}T00:00:00.000Z`,
    report_metas: {
      keyword: report.title,
      meta_title: report.metaTitle,
      meta_desccription: textOrNull(report.metaDescription),
      meta_keyword: textOrNull(report.keywords.join(', ')),
    },
  };
}

/** A picture's absolute URL; null if there is none. */
export const toPictureUrl = (image: string | null, origin: string): string | null =>
  image === null ? null : new URL(paths.picture(image), origin).href;

export const serializePost = (
  { id, slug, image, name, html, createdAt }: Post,
  origin: string,
): ResponseOf<'blog'>['blog'] => ({
  id,
  slug,
  image: toPictureUrl(image, origin),
  name,
  description: html,
  created_at: createdAt,
});

export function serializeSiteInfo(
  site: SiteInfo,
  origin: string,
  policies: Readonly<Partial<Record<PolicyName, string>>>,
): ResponseOf<'info'> {
  const { facebook, instagram, twitter, youtube, linkedin } = site.socialMedia;
  const [head, first, second] = site.offices;
  return {
    site_name: site.siteName,
    logo: toPictureUrl(site.logo, origin),
    email: site.email,
    address: head?.address ?? null,
    about_us: site.aboutUs,
    about_us_experience: site.aboutUsExperience,
    // Clients of the contract write +91 before it themselves.
    mobile_no1: head?.phone.replace(/^\+91\s*/, '') ?? null,
    office_1_mobile_no: first?.phone ?? null,
    office_1_address: first?.address ?? null,
    office_2_mobile_no: second?.phone ?? null,
    office_2_address: second?.address ?? null,
    social_media: {
      facebook: facebook ?? null,
      instagram: instagram ?? null,
      twitter: twitter ?? null,
      youtube: youtube ?? null,
      linkedin: linkedin ?? null,
    },
    term_condition: policies.terms ?? null,
    privacy_policy: policies.privacy ?? null,
    gdpr: policies.gdpr ?? null,
    order: policies['how-to-order'] ?? null,
    cookies_policy: policies.cookies ?? null,
    refund_policy: policies.refunds ?? null,
    research_methodology: policies.methodology ?? null,
  };
}

/** The provider's answer to a capture, with the contract's fields alone. */
export function serializePayment({
  id,
  status,
  purchase_units: [{ payments }],
  payer,
}: PaymentDetails): ResponseOf<'orderCaptured'>['data'] {
  const [{ id: captureId, amount }] = payments.captures;
  const { value, currency_code } = amount;
  return {
    id,
    status,
    purchase_units: [
      { payments: { captures: [{ id: captureId, amount: { value, currency_code } }] } },
    ],
    payer: { payer_id: payer.payer_id, email_address: payer.email_address },
  };
}
