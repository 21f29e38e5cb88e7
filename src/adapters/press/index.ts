import type { Press } from '#core/world.ts';
import { printCertificate, printPaper } from './papers.ts';
import { printPdf } from './pdf.ts';
import { printSample } from './sample.ts';
import { printWorkbook } from './workbook.ts';

/** The press: a report's PDF, its workbook and its sample, all made from the same document. */
export const createPress = (): Press => ({ sample: printSample, pdf: printPdf, workbook: printWorkbook, paper: printPaper, certificate: printCertificate });
