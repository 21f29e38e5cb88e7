/** The picture that sites show of a shared page. Pure. */
import { drawCover } from './cover-image.model.ts';
import type { Drawing } from './drawing.model.ts';
import { splitTitle, type ReportCard } from '../model.ts';

/** A picture of 1200 × 630 pixels; texts of any alphabet and length. */
export type ShareCard = {
  /** The kind of a report: its industry. */
  readonly kicker: string;
  readonly title: string;
  readonly figure?: { readonly value: string; readonly note: string } | undefined;
  /** At the foot, left and right. */
  readonly foot: readonly [string, string];
  /** The industry whose hue the card has, or a colour as "#7a1f2b". */
  readonly hue: { readonly industrySlug: string } | { readonly colour: string };
  /** At the right: the drawn cover, or the publisher's own as JPEG. */
  readonly cover?: Drawing | Uint8Array | undefined;
};

/** The card of a report: its subject, its newest figure and the cover that we draw. */
export function buildReportCard(
  report: ReportCard,
  { publisher }: { readonly publisher: string },
): ShareCard {
  const { title, industry, industrySlug, code, publishedOn, cover } = report;
  const edition = publishedOn.slice(0, 4);
  const headline = report.listed.headline;
  return {
    kicker: industry,
    title: splitTitle(title)[0],
    figure: headline && { value: headline.value, note: headline.note },
    foot: [publisher, `${code}, edition ${edition}`],
    hue: { industrySlug },
    cover: drawCover({ title, industry, code, edition, figures: cover }),
  };
}
