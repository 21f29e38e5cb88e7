import type { SeedContent } from '#core/content/model.ts';

const atNineUtc = (day: string): string => `${day}T09:00:00Z`;

export const blogPosts: SeedContent['blogPosts'] = [
  {
    slug: 'output-in-dollars-is-not-output',
    name: 'Output in dollars is not output',
    image: 'posts/coal-dollars-and-volume.svg',
    createdAt: atNineUtc('2026-10-20'),
    html:
      '<p>A branch that sells a tenth more for a tenth higher prices has not made one piece ' +
      'more. Dollar figures are the ones that are printed, because invoices are in dollars; ' +
      'but they mix two movements that have different causes.</p><h2>Taking prices ' +
      'out</h2><p>Statistical offices publish a price index for each branch. Divide the ' +
      'dollar value by the index, and what is left moves with volume. Our reports on ' +
      'American industries print all three: value, price index and the quotient, which we ' +
      'call computed because it is ours.</p><h2>What to look for</h2><p>Compare the two ' +
      'growth rates over the same years. Where prices did most of the work, a fall of prices ' +
      'can undo the growth without a single plant closing. Where volume did it, capacity is ' +
      'the question to ask next.</p>' +
      '<h2>An example: coal</h2><p>American coal mining sold for 26.4 billion dollars in 1997 and ' +
      '46.3 billion in 2023, three quarters more. Its prices rose to 3.3 times those of 1997. With ' +
      'prices taken out, output fell from 56.8 to 30.3 billion dollars of 2017, by 47 %. Source: ' +
      'U.S. Bureau of Economic Analysis; real output computed by us.</p>',
  },
  {
    slug: 'gas-has-no-world-price',
    name: 'Gas has no world price',
    image: 'posts/gas-has-no-world-price.svg',
    createdAt: atNineUtc('2026-10-13'),
    html:
      '<p>In 2005 a million Btu of natural gas cost 8.92 dollars in the United States and 6.33 in ' +
      'Europe. In 2022 it was 6.37 and 40.34, and in 2025 it was 3.5 and 12.0: Europe paid 3.4 ' +
      'times as much. These are yearly means of the World Bank’s monthly prices.</p><p>A ' +
      'market figure for gas that names no region can therefore be wrong by a factor of three.</p>',
  },
  {
    slug: 'cars-and-light-trucks',
    name: 'Cars and light trucks: one industry, two directions',
    image: 'posts/cars-and-light-trucks.svg',
    createdAt: atNineUtc('2026-10-06'),
    html:
      '<p>American makers of cars sold for 99.5 billion dollars in 1997 and 38.0 billion in 2023, ' +
      '62 % less. Makers of light trucks went from 111.6 to 353.9 billion, to 3.2 times as much. ' +
      'The sum of both hides each. Source: U.S. Bureau of Economic Analysis, gross output in ' +
      'dollars of each year.</p>',
  },
  {
    slug: 'wheat-from-the-same-land',
    name: '3.4 times the wheat from a tenth more land',
    image: 'posts/wheat-from-the-same-land.svg',
    createdAt: atNineUtc('2026-09-29'),
    html:
      '<p>The world harvested 233 million tonnes of wheat in 1960 and 799 million in 2024, 3.4 ' +
      'times as much. The area grew from 202 to 222 million hectares, by a tenth; the yield from ' +
      '1.15 to 3.60 tonnes per hectare. Source: USDA, PSD. Later years are projections.</p>',
  },
  {
    slug: 'lithium-reserves-in-years',
    name: 'How long lithium reserves last depends on the country',
    image: 'posts/lithium-reserves-in-years.svg',
    createdAt: atNineUtc('2026-09-22'),
    html:
      '<p>Divide reserves by a year of mining: Australia has 72 years at its production of 2023, ' +
      'Chile 211, Argentina 375. The number is no forecast: production of 2023 is an estimate, ' +
      'and reserves are what can be mined at a profit today. Source: U.S. Geological Survey, ' +
      'Mineral Commodity Summaries 2024; the quotient is ours.</p>',
  },
  {
    slug: 'what-a-world-total-adds-up',
    name: 'What a world total adds up',
    image: null,
    createdAt: atNineUtc('2026-09-15'),
    html:
      '<p>A world figure sounds complete. It is the sum of the countries that report, and ' +
      'the list of those changes from product to product.</p><p>For grain nearly everyone ' +
      'reports. For milk, butter and meat many do not, so that the total is a floor and not ' +
      'the whole. A country that begins to report makes the sum jump without anything having ' +
      'happened on a farm.</p><h2>How we handle it</h2><p>We print the number of countries ' +
      'where the source gives it, name the year of each ranking and leave a missing value ' +
      'missing. A share is only calculated where the whole is known and larger than its ' +
      'parts.</p>',
  },
  {
    slug: 'how-wrong-a-forecast-may-be',
    name: 'How wrong a forecast may be',
    image: null,
    createdAt: atNineUtc('2026-08-11'),
    html:
      '<p>A single number for a future year is easy to remember and nearly always wrong. The ' +
      'honest question is by how much.</p><p>Our method continues the trend of the last twelve ' +
      'to fifteen years, lets it fade and draws a band around it. The width of the band ' +
      'follows from how far the same method was off in the past of the same series: eight in ' +
      'ten of those tests stayed within it.</p><h2>When we decline</h2><p>A series too short ' +
      'to test, or one whose trend was further off than the assumption that nothing changes: ' +
      'then the report prints the record and no forecast, and says why.</p>',
  },
  {
    slug: 'reading-concentration',
    name: 'Reading concentration',
    image: null,
    createdAt: atNineUtc('2026-06-30'),
    html:
      '<p>Three countries that make nine tenths of a mineral are a different risk from ' +
      'thirty that share it. Two measures say so at a glance: the share of the first three, ' +
      'and the Herfindahl index, the sum of all squared shares.</p><p>An index near zero ' +
      'means many small ones. Above a quarter, one or two decide. Neither measure knows ' +
      'whether the leaders are friends: that judgement stays with the reader.</p>',
  },
];

export const pressReleases: SeedContent['pressReleases'] = [
  {
    slug: 'store-opens-with-reports-on-thirty-industries',
    name: 'Quillmark Insights opens its report store with thirty industries',
    image: null,
    createdAt: atNineUtc('2026-03-02'),
    html:
      '<p>Quillmark Insights has opened a store for market reports that are written from ' +
      'public statistics alone. Every figure on a page names its source, unit and year. ' +
      'Reports are delivered as PDF and Excel as soon as a payment is confirmed.</p>',
  },
  {
    slug: 'every-chart-now-shows-its-numbers',
    name: 'Every chart now shows its numbers',
    image: null,
    createdAt: atNineUtc('2026-05-18'),
    html:
      '<p>Below each chart of the store a table opens with the values that were drawn. The ' +
      'charts are readable without scripts, by keyboard and by screen readers.</p>',
  },
  {
    slug: 'covers-drawn-from-the-data',
    name: 'Report covers are drawn from the data they stand for',
    image: null,
    createdAt: atNineUtc('2026-07-06'),
    html:
      '<p>The landscape on each cover is the main series of the report behind it. No two ' +
      'covers are alike, because no two markets are.</p>',
  },
  {
    slug: 'licences-in-one-sentence',
    name: 'Three licences, each explained in one sentence',
    image: null,
    createdAt: atNineUtc('2026-09-28'),
    html:
      '<p>Who may read a report, how many people and where: the store now says so beside ' +
      'each price, and the sentence becomes part of the order.</p>',
  },
];

export const faqs: SeedContent['faqs'] = [
  [
    'What do I receive after paying?',
    'A report as PDF and its data as an Excel workbook. Both can be downloaded from the ' +
      'confirmation page, and we email you the same links.',
  ],
  [
    'How long do the download links work?',
    "Thirty days, and five downloads of each file. On the order's page, or under Renew " +
      "downloads (/renew-download) with the order's number and address, you have new ones " +
      'sent.',
  ],
  [
    'Which licence do I need?',
    'Single user for one named reader, multiple users for up to five people of one ' +
      'company, corporate for everyone employed there. A larger one can be had later for the ' +
      "difference, on the order's page; colleagues are invited there, too.",
  ],
  [
    'How do I pay?',
    'Through PayPal, from a PayPal account or with a card, or by bank transfer on a ' +
      'pro-forma invoice; the files follow when the transfer has arrived. The price that you ' +
      'see on the checkout page is the whole price in US dollars.',
  ],
  [
    'Where do your figures come from?',
    'From public statistics: national offices, ministries, geological surveys and ' +
      'international organisations. Each is named beside the number.',
  ],
  [
    'Are your forecasts official?',
    'No. A forecast is our own calculation, says so, and explains its method. Some series ' +
      'get none.',
  ],
  [
    'Can I quote a figure?',
    'Yes, in your own work with the source named. Passing on the file itself is not part ' +
      'of any licence.',
  ],
  [
    'Can I see a sample first?',
    'Each report page shows its contents, key figures and charts before you buy, and you ' +
      'can ask for sample pages.',
  ],
].map(([title = '', answer = '']) => ({ title, html: `<p>${answer}</p>` }));
