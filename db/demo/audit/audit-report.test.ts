import { expect, test } from 'vitest';
import type { Figures, Ranking } from '#core/catalogue/figures/figures.model.ts';
import { writeDemoReports } from '../report-writer/demo-reports.ts';
import type { DatedSource } from '../report-writer/publication-date.ts';
import { createDemoFileReader } from '../report-writer/read-demo-file.ts';
import { auditReport } from './audit-report.ts';

const readDemoFile = createDemoFileReader('db/demo');
const reports = writeDemoReports(readDemoFile);
const sources = readDemoFile('sources.json') as DatedSource[];

function getReport(key: string): (typeof reports)[number] {
  const report = reports.find(({ figures }) => figures.key === key);
  if (!report) throw new Error(`no report ${key}`);
  return report;
}
function getRanking({ rankings }: Figures, id: string): Ranking {
  const ranking = rankings.find((listed) => listed.id === id);
  if (!ranking) throw new Error(`no ranking ${id}`);
  return ranking;
}

const sentences = (key: string): string =>
  getReport(key)
    .text.analysis.flatMap(({ paragraphs }) => paragraphs)
    .join(' ');

test('no title, key figure, note or date of the 384 reports claims what its figures do not hold', () => {
  expect(reports.flatMap((report) => auditReport(report, sources))).toEqual([]);
});

test('etanercept opens with both forms: 603.1 + 1,157.8 million dollars, 119,763 + 224,688 claims', () => {
  const { text, figures } = getReport('cms:Etanercept');
  expect(text.keyFigures.slice(0, 2)).toMatchObject([
    {
      label: 'Medicare Part D gross spending, all forms',
      value: 'USD 1.76 billion',
      years: '2017',
    },
    { label: 'Claims, all forms', value: '344,451 claims', years: '2017' },
  ]);
  for (const { label } of figures.series) expect(label).toContain('without Enbrel Sureclick');
});

test('the brands of a medicine sum their forms: Lantus is the vial and the pen', () => {
  const { figures } = getReport('cms:Insulin Glargine,Hum.Rec.Anlog');
  // 1,553.91 + 2,631.72
  expect(getRanking(figures, 'brands').rows[0]).toMatchObject({ name: 'Lantus', value: 4185.63 });
});

test('fluid milk compares the union with Britain in both years: 152,720 + 16,200 after 154,550', () => {
  const { rows } = getRanking(getReport('psd:dairy-milk-fluid').figures, 'countries');
  expect(rows.find(({ name }) => name.startsWith('European Union'))).toEqual({
    name: 'European Union and United Kingdom',
    value: 168_920,
    before: 154_550,
  });
  expect(rows.map(({ name }) => name)).not.toContain('United Kingdom');
});

test('fourteen rankings count Britain with the union; where it grows nothing the union stands alone', () => {
  const names = reports.flatMap(({ figures }) =>
    figures.rankings.flatMap(({ rows }) => rows.map(({ name }) => name)),
  );
  expect(names.filter((name) => name === 'European Union and United Kingdom')).toHaveLength(14);
  const cherries = getRanking(getReport('psd:cherries-sweet-sour-fresh').figures, 'countries');
  expect(cherries.rows.map(({ name }) => name)).toContain('European Union');
});

test('the toy market is output + imports + margins, transport and taxes - exports', () => {
  const { text, figures, slug } = getReport('bea:339930');
  expect(getRanking(figures, 'market').total).toBe(2207 + 19_427 + (36_273 + 2848 + 3664) - 1311);
  expect(text.title).toBe('U.S. Dolls, Toys and Games Market: Size, Imports and Output');
  // 19,427 / (2,207 + 19,427)
  expect(text.keyFigures[1]).toMatchObject({
    label: 'Imports',
    value: '90\u00a0% of output and imports',
  });
  expect(slug).toBe('us-dolls-toys-and-games-market-output-prices-and-real-growth-1997-2023');
});

test('trade and transport have no market size, and their titles say output', () => {
  const { text, figures } = getReport('bea:441000');
  expect(figures.rankings.map(({ id }) => id)).toEqual(['peers']);
  expect(text.title).toBe('U.S. Motor Vehicle and Parts Dealers: Output and Prices');
});

test('lithium opens with the world, 146,000 t and 180,000 t without the United States', () => {
  const { text, figures } = getReport('usgs:lithi');
  expect(figures.series[0]).toMatchObject({
    place: 'World',
    points: [
      [2022, 146_000],
      [2023, 180_000],
    ],
  });
  expect(text.analysis.slice(0, 3).map(({ heading }) => heading)).toEqual([
    'World mine production without the United States, lithium content, and reserves',
    'World mine production by country without the United States, lithium content',
    'World reserves by country, lithium content',
  ]);
  // The reserves count the United States and the production doesn't: no years of it.
  expect(sentences('usgs:lithi')).not.toContain('years of production');
  // 1,000,000 thousand t / 22,000 thousand t of copper
  expect(sentences('usgs:coppe')).toContain('45 years of production');
});

test('from one year to the next stands the change: 180 / 146 for lithium, 2,500 / 2,500 for ore', () => {
  const lithium = getReport('usgs:lithi').text;
  expect(lithium.keyFigures[1]).toMatchObject({ value: '+23\u00a0%', years: '2022–2023' });
  expect(lithium.metaDescription).toContain('+23\u00a0% on 2022.');
  const ore = getReport('usgs:feore').text;
  expect(ore.metaDescription).toContain('hardly any change on 2022.');
});

test('no key figure is projected or about another industry', () => {
  const wheat = getReport('psd:wheat').text.keyFigures[0];
  expect(wheat).toMatchObject({ label: 'World production', years: "2025/26 (source's estimate)" });
  const labels = reports.flatMap(({ text }) => text.keyFigures.map(({ label }) => label));
  expect(
    labels.filter((label) => /^(Growth|Volatility)$|of its group|neighbour/.test(label)),
  ).toEqual([]);
});

test('Denmark and the Emirates come first per head, not the British Virgin Islands and Fiji', () => {
  const first = (key: string) =>
    getReport(key).text.keyFigures.find(({ label }) => label.startsWith('First in'));
  expect(first('wdi:it.net.secr.p6')).toMatchObject({
    label: 'First in secure Internet servers, above a million people',
    value: 'Denmark, 246,546 per million people',
  });
  // 365 subscriptions per 100 people in Hong Kong, 196 in the United Arab Emirates.
  expect(first('wdi:it.cel.sets.p2')?.value).toMatch(
    /^United Arab Emirates, .*, without Hong Kong$/,
  );
});

test('South Korea and Japan report 12.8 and 12.6 hospital beds for 2022 and none for 2023', () => {
  const { figures, text } = getReport('wdi:sh.med.beds.zs');
  const { year, rows } = getRanking(figures, 'countries');
  expect(year).toBe(2022);
  expect(rows.slice(0, 2).map(({ name }) => name)).toEqual(['South Korea', 'Japan']);
  expect(text.keyFigures[2]?.value).toBe('South Korea, 12.8 per 1,000 people');
  // For 2024 South Korea reports no cash machines, which were 244 for 100,000 adults in 2023.
  expect(getRanking(getReport('wdi:fb.atm.totl.p5').figures, 'countries').year).toBe(2023);
});

test('buyers of coal took more than was supplied: 33,971 + 221 - 33,019 came from inventories', () => {
  const [coal = ''] = getReport('bea:212100').text.analysis[0]?.paragraphs.slice(1) ?? [];
  expect(coal).toContain('; USD 1.17 billion of it came out of inventories.');
  const couriers = getReport('bea:492000').text.analysis[0]?.paragraphs.join() ?? '';
  // 109,331 - 112,433
  expect(couriers).toContain('less USD 3.1 billion of adjustments in the tables and exports of');
});

test('imports of platinum and bauxite are none of palladium and alumina', () => {
  expect(sentences('usgs:bauxi')).toContain('U.S. imports of bauxite');
  expect(sentences('usgs:plati')).not.toMatch(/palladium \(platinum\)|platinum \(palladium\)/);
});

test('barite, with an index of 0.1847, is highly concentrated, and talc, with 0.1043, moderately', () => {
  // 2,700² + 1,900² + 1,200² + 600² + 600² + 300² + 260² + 250² + 250² of 8,500²
  expect(sentences('usgs:barit')).toMatch(/0\.185[^.]*highly concentrated/);
  expect(sentences('usgs:talc')).toMatch(/0\.104[^.]*moderately concentrated/);
});

test('years that share a record are all named: ammonia 14,000 kt in 2020 and in 2023', () => {
  const answers = getReport('usgs:nitro').text.faqs.map(({ answer }) => answer);
  expect(answers).toContain('2020 and 2023, with 14 million tonnes.');
  expect(sentences('usgs:nitro')).toContain('The record dates from 2020 and 2023, at 14 million');
  expect(sentences('usgs:barit')).toContain(
    'came to 2.5 million tonnes in 2019 and again in 2023.',
  );
});

test('shares of buyers are of what they bought: 22,945 and 150 of 23,095 for ophthalmic goods', () => {
  expect(sentences('bea:339115')).toContain(
    'By buyer: households 99\u00a0% and industries (as an input) 0.6\u00a0%.',
  );
});

test('why there is no forecast is the reason of its test: mobile phones were none in 1960', () => {
  const answerOf = (key: string): string =>
    getReport(key)
      .text.faqs.map(({ answer }) => answer)
      .find((answer) => answer.startsWith('No. ')) ?? '';
  expect(answerOf('wdi:it.cel.sets.p2')).toContain('has a year of zero');
  expect(answerOf('usgs:zinc')).toContain('With 6 yearly values, a forecast of U.S. production');
  expect(answerOf('bea:511130')).toContain('was no better than assuming no change');
});

test('a claim that its figures do not hold is found', () => {
  const report = getReport('bea:441000');
  const [keyFigure, ...others] = report.text.keyFigures;
  if (!keyFigure) throw new Error('no key figure');
  const audit = (change: Partial<typeof report>): string[] =>
    auditReport({ ...report, ...change }, sources);
  const withKeyFigure = (change: Partial<typeof keyFigure>): string[] =>
    audit({ text: { ...report.text, keyFigures: [{ ...keyFigure, ...change }, ...others] } });
  expect(withKeyFigure({ value: 'USD 1 billion' }).join()).toContain('should be USD 541 billion');
  expect(withKeyFigure({ label: 'Market size' }).join()).toContain('is of no figure');
  expect(withKeyFigure({ years: '1990' }).join()).toContain('is of a year that the series has not');
  expect(audit({ publishedOn: '2025-01-01' }).join()).toContain('published on 2025-01-01');
  expect(audit({ text: { ...report.text, title: 'U.S. Dealers Market: Size' } }).join()).toContain(
    'output is no market',
  );
});

test('a projected value, an estimate without the word and a foreign note are found', () => {
  const report = getReport('psd:wheat');
  const [keyFigure] = report.text.keyFigures;
  if (!keyFigure) throw new Error('no key figure');
  const withYears = (years: string, value: string): string =>
    auditReport(
      { ...report, text: { ...report.text, keyFigures: [{ ...keyFigure, years, value }] } },
      sources,
    ).join();
  expect(withYears('2026/27', '819 million tonnes')).toContain('is projected, not actual');
  expect(withYears('2025/26', keyFigure.value)).toContain('is an estimate and is not called so');
  const series = report.figures.series.map((one) => ({ ...one, note: 'Enbrel is missing.' }));
  expect(
    auditReport({ ...report, figures: { ...report.figures, series } }, sources).join(),
  ).toContain('is about another subject');
});
