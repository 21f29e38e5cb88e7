/** Reports of a publisher who shares nothing with the demo, from the barest to the fullest. */
import type { ReportInput } from '#core/catalogue/reports/report-input.model.ts';
import type { RichText } from '#core/catalogue/rich-text/rich-text.model.ts';

/** Every kind of block, with marks and hostile texts that must stay texts. */
const everyBlock: RichText = [
  {
    kind: 'paragraph',
    runs: [
      { text: 'Cans are ' },
      { text: 'light', isBold: true },
      { text: ' & <b>cheap</b>, see ' },
      { text: 'the study', isItalic: true, href: 'https://example.com/study?a=1&b="2"' },
    ],
  },
  { kind: 'heading', level: 2, text: 'Demand <script>alert(1)</script>' },
  {
    kind: 'takeaways',
    blocks: [{ kind: 'paragraph', runs: [{ text: 'Demand doubles by 2032.' }] }],
  },
  { kind: 'chart', key: 'demand' },
  { kind: 'heading', level: 3, text: 'By region' },
  {
    kind: 'list',
    isOrdered: true,
    items: [
      {
        runs: [{ text: 'Europe' }],
        children: { kind: 'list', isOrdered: false, items: [{ runs: [{ text: 'Germany' }] }] },
      },
      { runs: [{ text: 'Asia' }] },
    ],
  },
  {
    kind: 'table',
    caption: 'Table 1: cans by size',
    rows: [
      [
        { runs: [{ text: 'Size' }], isHeader: true },
        { runs: [{ text: 'Billions' }], isHeader: true },
      ],
      [{ runs: [{ text: 'Both sizes' }], columns: 2 }],
      [{ runs: [{ text: '330 ml' }], rows: 1 }, { runs: [{ text: '180' }] }],
    ],
  },
  { kind: 'picture', name: 'posts/plant.jpg', text: 'A can plant', caption: 'A plant in Lyon' },
];

/** Every part that a publisher can give. */
export const fullReport: ReportInput = {
  code: 'FULL-1',
  title: 'Aluminium Beverage Cans: Global Market 2019–2032',
  industry: 'metals',
  furtherIndustries: ['food'],
  state: 'published',
  publishedOn: '2026-10-01',
  nextUpdateOn: '2027-10-01',
  geography: ['Global', 'Europe'],
  periodFrom: 2019,
  periodTo: 2025,
  baseYear: 2025,
  forecastTo: 2032,
  authors: ['Ines Moreau', 'Metals desk'],
  prices: { single: 395_000, multiple: 'on-request', corporate: 790_000 },
  delivery: { kind: 'made' },
  pages: 212,
  shortDescription: 'Who makes, fills and buys aluminium cans.',
  description: everyBlock,
  keyFigures: [
    { label: 'Cans sold', value: '420 billion', years: '2025', source: 'cans', isComputed: true },
    { label: 'Makers', value: '38' },
  ],
  contents: [
    { title: '1. Summary' },
    {
      title: '2. Demand',
      children: [{ title: '2.1 Europe', children: [{ title: '2.1.1 France' }] }],
    },
  ],
  tables: ['Cans by size'],
  figures: ['Demand to 2032'],
  segmentation: [{ by: 'Size', items: ['330 ml', '500 ml'] }],
  companies: ['Ardagh', 'Ball'],
  faqs: [{ question: 'How many cans?', answer: '420 billion.' }],
  keywords: ['cans', 'packaging'],
  synonyms: ['tins'],
  metaTitle: 'Aluminium cans market',
  metaDescription: 'Cans by size and region.',
  relatedCodes: ['BARE-1'],
  data: {
    figures: {
      key: 'cans',
      series: [
        {
          id: 'demand',
          label: 'Demand',
          measure: 'volume',
          unit: 'billion cans',
          place: 'World',
          source: 'cans',
          points: Array.from({ length: 12 }, (_, i) => [2014 + i, 300 + i * 10] as const),
        },
      ],
      rankings: [],
    },
    sources: [
      {
        id: 'cans',
        name: 'Can Makers Survey',
        publisher: 'Can Makers',
        licence: 'own',
        attribution: 'Source: Can Makers Survey.',
        url: 'https://example.com/survey',
        vintage: 'June 2026',
        notes: [],
      },
    ],
  },
};

/** A title, a code, an industry and one price. */
export const barestReport: ReportInput = {
  code: 'BARE-1',
  title: 'Steel Drums',
  industry: 'metals',
  state: 'published',
  prices: { corporate: 250_000 },
  delivery: { kind: 'by-us', days: 10 },
};

const longWord = 'Polytetrafluoroethylene'.repeat(20);

/** Names of 3,000 characters, one word of them endless. */
export const longReport: ReportInput = {
  ...barestReport,
  code: 'LONG-1',
  title: `${'Market for very long things and their parts '.repeat(58)}${longWord}`.slice(0, 3000),
  authors: ['A'.repeat(200)],
  keyFigures: [{ label: 'L'.repeat(300), value: 'V'.repeat(300) }],
};

const arabicReport: ReportInput = {
  ...barestReport,
  code: 'AR-1',
  title: 'سوق علب الألمنيوم العالمية 2025',
  shortDescription: 'تقرير عن السوق والطلب.',
  description: [{ kind: 'paragraph', runs: [{ text: 'يتضاعف الطلب بحلول عام 2032.' }] }],
};

export const chineseReport: ReportInput = {
  ...barestReport,
  code: 'ZH-1',
  title: '全球铝罐市场：规模、需求与展望',
  shortDescription: '关于铝罐市场的报告。',
  authors: ['李明'],
  description: [
    { kind: 'heading', level: 2, text: '需求' },
    { kind: 'paragraph', runs: [{ text: '到2032年需求将翻一番。'.repeat(40) }] },
    {
      kind: 'table',
      rows: [[{ runs: [{ text: '地区' }], isHeader: true }, { runs: [{ text: '亚洲' }] }]],
    },
  ],
};

export const reportSamples: readonly ReportInput[] = [
  barestReport,
  fullReport,
  longReport,
  arabicReport,
  chineseReport,
];
