import type { Press } from '#core/world.ts';
import { printPdf } from './pdf.ts';
import { printWorkbook } from './workbook.ts';

/** The press: a report's PDF and its workbook, both made from the same document. */
export const createPress = (): Press => ({ pdf: printPdf, workbook: printWorkbook });
