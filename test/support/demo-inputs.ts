import { writeReportInputs, type DemoInput } from '#demo/report-writer/report-inputs.ts';
import { createDemoFileReader } from '#demo/report-writer/read-demo-file.ts';
import type { Source } from '#core/catalogue/figures/figures.model.ts';

/** The reports of the demo, with all parts that they have. */
export function writeDemoInputs(): DemoInput[] {
  const loadJson = createDemoFileReader('db/demo');
  return writeReportInputs(loadJson, loadJson('sources.json') as Source[]);
}
