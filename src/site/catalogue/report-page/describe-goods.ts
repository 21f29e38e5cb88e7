import { describeDelivery } from '#core/catalogue/goods/delivery-words.model.ts';
import { listFormats } from '#core/catalogue/goods/goods.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import { formatCount } from '#ui/format.ts';

/** A buyer's goods in words: what is counted, and how it is delivered. */
type GoodsWords = {
  /** "12 pages", "5 tables", "3 charts": of the files alone; empty if nothing is known. */
  readonly counted: readonly string[];
  /** "a workbook of 6 sheets"; undefined if none is printed with data in it. */
  readonly workbook: string | undefined;
  /** "PDF and Excel"; '' for a report without files. */
  readonly formats: string;
  /** "delivered by us within 10 days"; '' if the files are there, and if nothing is sold. */
  readonly later: string;
};

/** Data that is on the page is in the files of printed reports alone. */
export function describeGoods(report: Report): GoodsWords {
  const { tables, charts, sheets } = report.facts.parts;
  const hasData = report.isPrinted && tables > 0;
  return {
    counted: [
      ...(report.pages === undefined ? [] : [formatCount(report.pages, 'page')]),
      ...(hasData ? [formatCount(tables, 'table')] : []),
      ...(hasData && charts > 0 ? [formatCount(charts, 'chart')] : []),
    ],
    workbook: hasData ? `a workbook of ${formatCount(sheets, 'sheet')}` : undefined,
    formats: listFormats(report.formats),
    later: report.delivery.kind === 'by-us' ? lowerFirst(describeDelivery(report)) : '',
  };
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
