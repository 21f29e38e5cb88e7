/** What a site that shares a page of ours shows of it. Pure. */
import { drawCover } from './cover-image.model.ts';
import type { Drawing } from './drawing.model.ts';
import { describeHeadline } from './headline-figure.model.ts';
import { splitTitle, type Report } from './model.ts';

/** A picture of 1200 × 630 pixels; texts of any alphabet and length. */
export type ShareCard = {
  /** What kind of thing it is: the industry of a report. */
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

/** The card of a report: its subject, its newest figure and its cover. */
export function buildReportCard(
  report: Report,
  { publisher, cover }: { readonly publisher: string; readonly cover: Uint8Array | undefined },
): ShareCard {
  const { title, industry, industrySlug, code, publishedOn, figures } = report;
  const edition = publishedOn.slice(0, 4);
  const headline = describeHeadline(figures);
  return {
    kicker: industry,
    title: splitTitle(title)[0],
    figure: headline && { value: headline.value, note: headline.note },
    foot: [publisher, `${code}, edition ${edition}`],
    hue: { industrySlug },
    cover: cover ?? drawCover({ title, industry, code, edition, figures: report.cover }),
  };
}
