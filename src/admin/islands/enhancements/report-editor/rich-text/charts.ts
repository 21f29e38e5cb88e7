import type { ChartChoice } from '../data-controls.ts';

/** The charts that a text can refer to, and their pictures. */
export type TextCharts = {
  readonly listCharts: () => readonly ChartChoice[];
  readonly pictureUrl: (key: string) => string;
};
