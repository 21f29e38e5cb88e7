import type { SeedContent } from '#core/content/model.ts';

/** Press notes of the demo publisher. Their figures are those of the charts beside them. */
export const pressReleases: SeedContent['pressReleases'] = [
  {
    slug: 'copper-is-mined-widely-and-refined-in-china',
    name: 'Copper: China mines 8 % of the world’s metal and refines 44 %',
    image: 'press/copper-is-mined-widely-and-refined-in-china.svg',
    createdAt: '2026-11-09T09:00:00Z',
    html: `<p>China refined 12 million tonnes of copper in 2023, 44 % of the world’s 27 million. Its mines gave 1.7 million tonnes of the 22 million that were mined, 8 %. The copper report of Quillmark Insights now has both rankings side by side.</p>
<p>Chile leads the mines with 5.0 million tonnes, a little more than a fifth, before Peru with 2.6 and DR Congo with 2.5 million. Among the refineries it is second with 2.0 million. No other country refines more than 2 million tonnes.</p>
<p>The two totals differ because refineries also use scrap, and because ore is smelted a year after it was mined. The quotient of refined to mined metal is therefore no yield, and the report doesn’t print one.</p>
<p>The Herfindahl index, the sum of squared shares, is 0.10 for mines and 0.22 for refineries. Above 0.18 the Merger Guidelines of 2023 speak of high concentration. The report gives both and says who should look at which.</p>
<p>All values of 2023 are estimates of the Geological Survey, rounded by it. Source: U.S. Geological Survey, Mineral Commodity Summaries 2024, tonnes of copper; shares and indices computed by us.</p>`,
  },
  {
    slug: 'coffee-costs-two-and-a-half-times-as-much',
    name: 'Arabica coffee costs 8.47 dollars a kilogram, 2.5 times its price of 2020',
    image: 'press/coffee-costs-two-and-a-half-times-as-much.svg',
    createdAt: '2026-10-26T09:00:00Z',
    html: `<p>A kilogram of Arabica coffee cost 8.47 dollars in the mean of 2025, after 3.32 in 2020. No year since 1960 was higher in dollars of the day. Quillmark Insights has brought its report on the price of Arabica up to the last full year.</p>
<p>The rise had two steps. The price went to 5.63 dollars in 2022, fell back to 4.54 in 2023, and rose again to 5.62 in 2024 and 8.47 in 2025. Robusta, the other kind, took part: 1.52 dollars in 2020, 4.86 in 2025, more than three times as much. Tea did not. The mean of three auctions was 2.70 dollars in 2020 and 2.91 in 2025.</p>
<p>The report has the record of rises and falls since 1960 and the test of its forecast. Prices of raw materials often fail that test. Where the trend was further off in the past than the assumption that nothing changes, the report has no forecast and says so.</p>
<p>2026 is left out. The source had five months of it when the edition was made, and the mean of five months is not a year.</p>
<p>Source: World Bank Commodity Price Data (The Pink Sheet), CC BY 4.0, dollars per kilogram; yearly means computed by us.</p>`,
  },
  {
    slug: 'licences-in-one-sentence',
    name: 'Three licences, each explained in one sentence: five readers pay half as much again',
    image: 'press/licences-in-one-sentence.svg',
    createdAt: '2026-09-28T09:00:00Z',
    html: `<p>Who may read a report, how many people and where: the store of Quillmark Insights now says so beside each price, and the sentence becomes part of the order.</p>
<p>A single-user licence is for one named reader. A multiple-user licence is for up to five people of one company and costs half as much again. A corporate licence is for everyone employed there and costs 2.1 times the first. For the report on lithium that is 3,400, 5,100 and 7,150 dollars.</p>
<p>For five readers the second licence costs 1,020 dollars a head, less than a third of five single ones. A buyer who chose too small can upgrade on the order’s page and pays the difference, nothing more.</p>
<p>Each reader has a copy of their own, with their name on every page. That is the only protection that the files have. They open everywhere and can be printed, and the workbook’s cells are plain numbers.</p>
<p>Prices are those of the store on the day of this note, in US dollars; the checkout shows the price that is paid. Source: the store’s own price list.</p>`,
  },
  {
    slug: 'minerals-open-with-the-world',
    name: 'Reports on minerals open with the world: China mined 69 % of its rare earths in 2023',
    image: 'press/minerals-open-with-the-world.svg',
    createdAt: '2026-08-24T09:00:00Z',
    html: `<p>A report on a mineral now begins with what the world mines, and no longer with what the United States import. 44 of the 49 minerals in the catalogue have such a total; for the other five the source prints none that adds up.</p>
<p>Rare earths show the difference. The world mined 350,000 tonnes of their oxides in 2023, after 300,000 in 2022. China had 240,000 tonnes of it, 69 %. The United States followed with 43,000 and Myanmar with 38,000, three times its 12,000 of the year before. American imports of compounds, which used to open the page, were 8,800 tonnes: true, and the wrong size for the title.</p>
<p>Beside production stand reserves, prices and net import reliance, wherever the Geological Survey prints them. Years are limited to the two of one edition, because production is revised by up to half between editions and a longer line would join two ways of counting.</p>
<p>Source: U.S. Geological Survey, Mineral Commodity Summaries 2024, tonnes of rare-earth-oxide equivalent, 2023 estimated; share computed by us.</p>`,
  },
  {
    slug: 'medicines-are-counted-over-all-forms',
    name: 'Medicines are counted over all forms: etanercept cost Medicare 1.76 billion dollars in 2017',
    image: 'press/medicines-are-counted-over-all-forms.svg',
    createdAt: '2026-07-27T09:00:00Z',
    html: `<p>Medicare’s drug plans spent 603 million dollars on Enbrel in 2017. The same medicine in a pen, Enbrel Sureclick, stands in a line of its own with 1,158 million. Together etanercept cost 1,761 million dollars, nearly three times the first line.</p>
<p>The file of the Centers for Medicare &amp; Medicaid Services lists each brand and form by itself, and who reads one line takes a third for the whole. All nine reports on medicines of Quillmark Insights sum the forms of an active ingredient. The claims are counted likewise: 344,451 in 2017, of which 119,763 for Enbrel.</p>
<p>Enbrel Sureclick is in the file for 2017 alone. A yearly series with it would leap in that year. The report therefore prints the series without it and says so in its name, and the total of 2017 with it, split by form.</p>
<p>Beneficiaries are another matter. One person may use both forms, so that adding the two lines would count them twice. The reports print beneficiaries only for ingredients of a single form.</p>
<p>Source: Centers for Medicare &amp; Medicaid Services, Part D drug spending, gross spending before rebates, million dollars; sums computed by us.</p>`,
  },
  {
    slug: 'covers-drawn-from-the-data',
    name: 'Covers are drawn from the data: software’s line climbs to 7.4 times its start',
    image: 'press/covers-drawn-from-the-data.svg',
    createdAt: '2026-07-06T09:00:00Z',
    html: `<p>The landscape on each cover of Quillmark Insights is the main series of the report behind it. No designer chose it, and no two markets draw the same one.</p>
<p>American software publishers show a steady climb: 66.9 billion dollars of output in 1997, 491.9 billion in 2023, 7.4 times as much. Newspaper publishers, in the same classification’s group, show the opposite: 42.1 billion in 1997, a height of 50.6 in 2000, 23.5 billion in 2023. A reader who lays the two covers side by side has seen a finding before opening either.</p>
<p>A series of few years stands on the cover as columns, a price as its line with all peaks. The colour is the industry’s. Code and edition stand below, so that an old file on a shelf can be told from a new one.</p>
<p>Source: U.S. Bureau of Economic Analysis, gross output by detailed industry, dollars of each year; ratio computed by us.</p>`,
  },
  {
    slug: 'every-chart-now-shows-its-numbers',
    name: 'Every chart now shows its numbers: urea at 700 dollars in 2022, at 358 a year later',
    image: 'press/every-chart-now-shows-its-numbers.svg',
    createdAt: '2026-05-18T09:00:00Z',
    html: `<p>Below each chart of the store a table opens with the values that were drawn. They can be taken along as CSV, the picture as PNG, and a citation in four styles. The charts are readable without scripts, by keyboard and by screen readers.</p>
<p>Why it matters shows the price of urea, the most used nitrogen fertiliser. The line leaps to a peak and falls again. The table says how far: 229 dollars a tonne in 2020, 483 in 2021, 700 in 2022, 358 in 2023, and 423 in 2025. The peak is 3.1 times the price of two years before, and half of it was gone within a year. From the picture alone a reader guesses that to fifty dollars.</p>
<p>The numbers are those that were drawn, as the report uses them. Where a value was computed by us, its column says so. A year that the source leaves out has no row and isn’t drawn.</p>
<p>Charts may be shown on other sites with the embed code below them, as long as the source line stays with them.</p>
<p>Source: World Bank Commodity Price Data (The Pink Sheet), CC BY 4.0, dollars per tonne; yearly means computed by us.</p>`,
  },
  {
    slug: 'market-sizes-beside-output',
    name: 'Output is not a market: imports brought twice the dollars of cars that American plants made',
    image: 'press/market-sizes-beside-output.svg',
    createdAt: '2026-04-27T09:00:00Z',
    html: `<p>237 of the reports on American industries now open with the size of the market and not only with what the industry makes. The market is output plus imports less exports, at the prices that buyers pay, in the benchmark year 2017.</p>
<p>Cars show why. American plants made 32.8 billion dollars of what the market was supplied with, imports 66.1 billion, and trade margins 69.7 billion. The market was 159.0 billion dollars. A report that had called output “the market” would have named a fifth of it.</p>
<p>The same tables say who buys: businesses and home owners as an investment 84.0 billion dollars, households 69.9 billion. Nobody reads that off an output series.</p>
<p>Industries whose tables do not allow it keep the word “output” in their title. Those are trade and transport, which the tables book as margins of other goods, and industries whose product has less than a third or more than twice the industry’s output.</p>
<p>2017 is the last benchmark year. Newer years are output alone, and the reports don’t scale the market up with it. Source: U.S. Bureau of Economic Analysis, Supply and Use tables of 2017, automobile manufacturing, without light trucks; shares computed by us.</p>`,
  },
  {
    slug: 'niobium-comes-from-brazil',
    name: 'Nine tenths of the world’s niobium come from Brazil',
    image: 'press/niobium-comes-from-brazil.svg',
    createdAt: '2026-03-30T09:00:00Z',
    html: `<p>Brazil mined 75,000 of the world’s 83,000 tonnes of niobium in 2023, 90 %. Canada had 7,000 tonnes; the rest of the table is below a thousand. Among the minerals in the catalogue of Quillmark Insights only gallium is more concentrated.</p>
<p>Niobium makes steel stronger with a few hundred grams in a tonne, in pipelines, cars and bridges. The United States mine none: their net import reliance is 100 % in every year of the report, and imports were 9,400 tonnes in 2023. The price moved little, from 23 dollars a kilogram in 2019 to 25 in 2023.</p>
<p>Reserves don’t promise a change. Brazil has 16 million tonnes, Canada 1.6 million and the United States 0.2 million. At the pace of 2023 Brazil’s would last for two centuries.</p>
<p>The Herfindahl index is 0.82. The report puts it beside the other minerals, from gold with 0.05 to gallium with 0.97, and adds what an index can’t know: that a calm price and a single supplier can go together for decades.</p>
<p>Source: U.S. Geological Survey, Mineral Commodity Summaries 2024, tonnes of niobium content, 2023 estimated; shares computed by us.</p>`,
  },
  {
    slug: 'store-opens-with-reports-on-thirty-industries',
    name: 'Quillmark Insights opens its store: 384 reports, two thirds of them on American industries',
    image: 'press/store-opens-with-reports-on-thirty-industries.svg',
    createdAt: '2026-03-02T09:00:00Z',
    html: `<p>Quillmark Insights has opened a store for market reports that are written from public statistics alone. It begins with 384 reports in thirty industries. Every figure on a page names its source, unit and year.</p>
<p>259 reports rest on the industry accounts of the U.S. Bureau of Economic Analysis, 49 on the U.S. Geological Survey, 33 on the crop tables of the U.S. Department of Agriculture, 21 on the World Bank’s commodity prices and ten on its development indicators. Medicare’s drug spending has nine, the International Energy Agency’s electric vehicles three.</p>
<p>All seven may be used by anybody. What the reports add is the work: columns checked against the printed edition, names made alike, growth and shares computed with their formulas, forecasts tested on the past, and notes on what a table leaves out.</p>
<p>Reports are delivered as PDF and Excel as soon as a payment is confirmed. The page of each shows its key figures, charts and contents before anybody pays.</p>
<p>Quillmark Insights is the sample publisher of this store’s software; its offices and clients are invented, its figures are not. Source: the store’s own catalogue.</p>`,
  },
];
