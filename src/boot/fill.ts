import path from 'node:path';
import type { Shop } from '#core/shop.ts';
import type { Source } from '#core/catalogue/figures.model.ts';
import type { NewReport } from '#core/catalogue/model.ts';
import type { Config } from '../config.ts';

/** An empty demo store holds the demo catalogue and the demo publisher's words afterwards; a filled one is left alone. */
export async function fillDemo(
  config: Config,
  shop: Shop,
  say: (line: string) => void,
): Promise<void> {
  if (config.production) return;
  const { demoLoader } = await import('#demo/write/load.ts');
  const load = demoLoader(path.join(config.root, 'db/demo'));
  if (!(await shop.content.isFilled())) {
    const { demoContent } = await import('#demo/content/index.ts');
    await shop.content.fill(
      demoContent(load('countries.json') as { iso2: string; name: string; phonecode: string }[]),
    );
  }
  if (await shop.catalogue.isFilled()) return;
  say('Writing the demo catalogue (once)…');
  const { demoReports, demoIndustries } = await import('#demo/write/index.ts');
  const pages = load('pages.json') as Record<string, number>;
  const reports = demoReports(load).map((report): NewReport => ({
    ...report,
    pages: pages[report.code] ?? 12,
  }));
  const step = Math.ceil(reports.length / 4);
  await shop.catalogue.fill(
    load('sources.json') as Source[],
    demoIndustries(),
    reports,
    (written) => {
      if (written % step === 0 || written === reports.length)
        say(`  ${written} of ${reports.length} reports`);
    },
  );
}
