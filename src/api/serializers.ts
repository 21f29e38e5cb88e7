/** From the core's names to the contract's spellings, for everything that is read. */
import type { z } from 'zod';
import type { ReportCard } from '#core/catalogue/model.ts';
import type { ReportContent } from '#core/catalogue/report-content.model.ts';
import type { ContentsEntry, Price } from '#core/catalogue/report-input.model.ts';
import { renderRichTextHtml } from '#core/catalogue/rich-text-html.model.ts';
import type { PolicyName, Post, SiteInfo } from '#core/content/model.ts';
import type { PaymentDetails } from '#core/orders/model.ts';
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

/** Cents as a number of dollars with at most two decimals. */
export const centsToDollars = (cents: number): number => cents / 100;

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
const priceOrNull = (price: Price | undefined): number | null =>
  typeof price === 'number' ? centsToDollars(price) : null;

/** A report as the contract spells it; `origin` begins the URL of its cover. */
export function serializeReport(report: SerializableReport, origin: string): ResponseOf<'report'> {
  const { prices, segmentation } = report;
  return {
    id: report.id,
    slug: report.slug,
    name: textOrNull(renderDescription(report, origin)),
    image: `${origin}/cover/${report.code}.svg`,
    page: report.pages ?? null,
    report_id: report.code,
    industry: report.industry,
    industry_slug: report.industrySlug,
    industry_info: { slug: report.industrySlug },
    sprice: priceOrNull(prices.single),
    mprice: priceOrNull(prices.multiple),
    cprice: priceOrNull(prices.corporate),
    dprice: priceOrNull(prices.dataSheet),
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

/** A picture's absolute URL; null where there is none. */
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
  return {
    site_name: site.siteName,
    logo: toPictureUrl(site.logo, origin),
    email: site.email,
    address: site.address,
    about_us: site.aboutUs,
    about_us_experience: site.aboutUsExperience,
    mobile_no1: site.mobileNo1,
    office_1_mobile_no: site.office1MobileNo,
    office_1_address: site.office1Address,
    office_2_mobile_no: site.office2MobileNo,
    office_2_address: site.office2Address,
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
