/**
 * A report as the home page's tabs and the industries' menu show it: small enough for JSON. Pure.
 */
import type { Drawing } from '../drawing/drawing.model.ts';
import type { HeadlineFigure } from '../figures/figures.model.ts';
import { formatPrice } from '../../kernel/money.model.ts';
import { getListPrice } from './licence.model.ts';
import type { ReportCard } from '../model.ts';
import { describeRow, isShortSeries, type NotedFigure } from './report-row.model.ts';
import { drawSparkline, type Leader } from '../drawing/small-charts.model.ts';

export type Publication = Pick<
  ReportCard,
  'slug' | 'code' | 'title' | 'publishedOn' | 'shortDescription' | 'pages'
> & {
  /** Of the smallest licence, as shown; "" if none is offered. */
  readonly price: string;
  readonly headline?: HeadlineFigure;
  readonly growth?: NotedFigure;
  /** The leaders of the newest year, if they say more than a short line. */
  readonly leaders?: readonly Leader[];
  /** Drawn here, so that no drawing library travels to the browser. */
  readonly sparkline?: Drawing;
  readonly years?: readonly [from: number, to: number];
};

/** How many leaders a row of two lines has room for. */
const leaderCount = 2;

/** In their order, but a short line without leaders says too little to be the first. */
export function toPublications(cards: readonly ReportCard[], currency: string): Publication[] {
  const lead = cards.find((card) => !isShortSeries(card.cover) || card.listed.leaders);
  const others = cards.filter((card) => card !== lead);
  return [...(lead ? [lead] : []), ...others].map((card) => toPublication(card, currency));
}

function toPublication(card: ReportCard, currency: string): Publication {
  const { slug, code, title, publishedOn, shortDescription, pages, prices, cover } = card;
  const [main] = cover.series;
  const [first, last] = [main?.points[0], main?.points.at(-1)];
  const headline = card.listed.headline;
  const { leaders, growth } = describeRow(card);
  const sparkline = leaders ? undefined : main && drawSparkline(main, { width: 112, height: 28 });
  return {
    slug,
    code,
    title,
    publishedOn,
    shortDescription,
    pages,
    price: formatPrice(getListPrice(prices), currency),
    ...(headline && { headline }),
    ...(growth && { growth }),
    ...(leaders && { leaders: leaders.slice(0, leaderCount) }),
    ...(sparkline && { sparkline }),
    ...(first && last && { years: [first[0], last[0]] as const }),
  };
}
