/** A report as the home page's tabs and the industries' menu show it: small enough for JSON. Pure. */
import type { Drawing } from './drawing.model.ts';
import { describeHeadline, type HeadlineFigure } from './headline-figure.model.ts';
import { formatPrice } from '../kernel/money.model.ts';
import { getListPrice } from './licence.model.ts';
import type { ReportCard } from './model.ts';
import { drawSparkline } from './small-charts.model.ts';

export type Publication = Pick<
  ReportCard,
  'slug' | 'code' | 'title' | 'publishedOn' | 'shortDescription' | 'pages'
> & {
  /** Of the smallest licence, as shown; "" where none is offered. */
  readonly price: string;
  readonly headline?: HeadlineFigure;
  /** Drawn here, so that no drawing library travels to the browser. */
  readonly sparkline?: Drawing;
  readonly years?: readonly [from: number, to: number];
};

export function toPublication(card: ReportCard, currency: string): Publication {
  const { slug, code, title, publishedOn, shortDescription, pages, prices, cover } = card;
  const [main] = cover.series;
  const [first, last] = [main?.points[0], main?.points.at(-1)];
  const headline = describeHeadline(cover);
  const sparkline = main && drawSparkline(main, { width: 112, height: 28 });
  return {
    ...{
      slug,
      code,
      title,
      publishedOn,
      shortDescription,
      pages,
      price: formatPrice(getListPrice(prices), currency),
    },
    ...(headline && { headline }),
    ...(sparkline && { sparkline }),
    ...(first && last && { years: [first[0], last[0]] as const }),
  };
}
