import type { DatedSource } from '../report-writer/publication-date.ts';

/**
 * Who publishes the figures, under which licence, and what a careful reader must know. Commits are
 * those of the public repositories from which we copied the files.
 */
export const sources: readonly DatedSource[] = [
  {
    id: 'bea',
    availableOn: '2025-07-28',
    name: 'BEA Industry Economic Accounts',
    publisher: 'U.S. Bureau of Economic Analysis',
    licence: 'Public domain (U.S. government work)',
    attribution:
      'Source: U.S. Bureau of Economic Analysis, gross output and price indexes by ' +
      'detailed industry.',
    url: 'https://www.bea.gov/data/industries/gross-output-by-industry',
    vintage: '1997–2023, 2017 benchmark, copied July 2025 (USEPA/useeior, commit 1565a70)',
    notes: [
      'American figures only.',
      'Gross output is in current dollars and counts sales between industries, so that ' +
        'outputs must not be added up to a national product.',
    ],
  },
  {
    id: 'psd',
    availableOn: '2026-08-31',
    name: 'USDA Production, Supply and Distribution',
    publisher: 'U.S. Department of Agriculture, Foreign Agricultural Service',
    licence: 'Data public domain; compilation CC BY 4.0 (Hannah Ritchie)',
    attribution:
      'Source: USDA Foreign Agricultural Service, PSD Online; compiled by Hannah Ritchie ' +
      '(CC BY 4.0).',
    url: 'https://apps.fas.usda.gov/psdonline/',
    vintage: 'August 2026 (HannahRitchie/world-agricultural-production, commit de5c89d)',
    notes: [
      '"World" adds up the countries that report.',
      'The last year is projected by the USDA, the year before is provisional.',
    ],
  },
  {
    id: 'usgs',
    availableOn: '2024-01-31',
    name: 'USGS Mineral Commodity Summaries 2024',
    publisher: 'U.S. Geological Survey',
    licence: 'Public domain (U.S. government work)',
    attribution: 'Source: U.S. Geological Survey, Mineral Commodity Summaries 2023 and 2024.',
    url: 'https://www.usgs.gov/centers/national-minerals-information-center/mineral-commodity-summaries',
    vintage: 'Editions 2023 and 2024 (Redliana/cmm-data, commit 99a987b)',
    notes: [
      'Values that the Survey withholds to protect single companies are missing here, not zero.',
      'Figures for 2023 are estimates.',
    ],
  },
  {
    id: 'pink',
    availableOn: '2026-06-30',
    name: 'World Bank Commodity Price Data (Pink Sheet)',
    publisher: 'World Bank',
    licence: 'CC BY 4.0',
    attribution:
      'Source: World Bank Commodity Price Data (The Pink Sheet), CC BY 4.0; annual means ' +
      'of the monthly prices computed by us.',
    url: 'https://www.worldbank.org/en/research/commodity-markets',
    vintage: 'June 2026',
    notes: [
      'Prices are nominal. Only years with all twelve months are used.',
      'The World Bank takes some series from commercial providers; its Description sheet ' +
        'names them.',
    ],
  },
  {
    id: 'wdi',
    availableOn: '2026-07-31',
    name: 'World Development Indicators',
    publisher: 'World Bank',
    licence: 'CC BY 4.0',
    attribution: 'Source: World Bank, World Development Indicators, CC BY 4.0.',
    url: 'https://datatopics.worldbank.org/world-development-indicators/',
    vintage: 'July 2026 (datasets/world-development-indicators, commit 4ebec5a)',
    notes: ['Countries report with different delays; each ranking names its year.'],
  },
  {
    id: 'iea',
    availableOn: '2024-04-23',
    name: 'IEA Global EV Outlook 2024',
    publisher: 'International Energy Agency',
    licence: 'CC BY 4.0',
    attribution:
      'Source: International Energy Agency, Global EV Outlook 2024, CC BY 4.0; totals over ' +
      'vehicle modes computed by us.',
    url: 'https://www.iea.org/data-and-statistics/data-product/global-ev-outlook-2024',
    vintage: '2010–2023, edition 2024',
    notes: ["The agency's scenarios are left out: every figure here is history."],
  },
  {
    id: 'cms',
    availableOn: '2019-06-27',
    name: 'Medicare Part D Drug Spending',
    publisher: 'U.S. Centers for Medicare & Medicaid Services',
    licence: 'Public domain (U.S. government work)',
    attribution:
      'Source: U.S. Centers for Medicare & Medicaid Services, Part D drug spending 2013–2017.',
    url: 'https://data.cms.gov/summary-statistics-on-use-and-payments/medicare-medicaid-spending-by-drug',
    vintage: '2013–2017',
    notes: ['The data end in 2017.', 'Gross spending: rebates of the makers are not deducted.'],
  },
];
