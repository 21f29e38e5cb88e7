import { createDemoFileReader } from './report-writer/read-demo-file.ts';
import { writeDemoReports } from './report-writer/demo-reports.ts';

/** The price of each licence of the demo's report on lithium, as the store prints it. */
export function listLicencePrices(): { label: string; cents: number; shown: string }[] {
  const reports = writeDemoReports(createDemoFileReader(import.meta.dirname));
  const lithium = reports.find(({ slug }) => slug.startsWith('lithium-'));
  if (!lithium) throw new Error('There is no report on lithium');
  const { single, multiple, corporate } = lithium.prices;
  return [
    ['Single user', single] as const,
    ['Multiple users', multiple] as const,
    ['Corporate users', corporate] as const,
  ].map(([label, cents]) => ({
    label,
    cents,
    shown: `$${(cents / 100).toLocaleString('en-US')}`,
  }));
}
