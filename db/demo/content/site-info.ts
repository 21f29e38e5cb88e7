import type { SeedContent } from '#core/content/model.ts';

export const services: SeedContent['services'] = [
  {
    priority: 1,
    image: 'services/syndicated-reports.svg',
    name: 'Syndicated reports',
    description:
      '<p>A report for one subject, written from the statistics that the state or an ' +
      'international body publishes on it. You get a PDF to read and a workbook to ' +
      'calculate with, both from the same data.</p><p>Each is dated, numbered and kept: an ' +
      'order always delivers the newest edition.</p>' +
      '<p><a href="/report-store">Browse the report store</a> · PDF and Excel, the price on each page</p>',
  },
  {
    priority: 2,
    image: 'services/data-sheets.svg',
    name: 'Data sheets',
    description:
      '<p>Only the numbers: every series and ranking of a report in one Excel workbook, ' +
      'with units and sources in the headers. For people who build their own models and ' +
      'need clean input.</p>' +
      '<p><a href="/report-store">Choose a report</a> · In every report’s workbook</p>',
  },
  {
    priority: 3,
    image: 'services/tailored-tables.svg',
    name: 'Tailored tables',
    description:
      '<p>We cut a report to your question: other countries, other years, other groupings, ' +
      'as far as the public source allows. Where it does not, we say so before you pay.</p>' +
      '<p><a href="/contact">Ask for a table</a> · Quoted before you pay</p>',
  },
  {
    priority: 4,
    image: 'services/method-reviews.svg',
    name: 'Method reviews',
    description:
      '<p>Send us a market figure that you were given. We look for its source, check its ' +
      'arithmetic and write two pages on what can be believed.</p>' +
      '<p><a href="/contact">Send us a figure</a> · Two pages in writing, quoted before you pay</p>',
  },
  {
    priority: 5,
    image: 'services/briefings.svg',
    name: 'Briefings',
    description:
      '<p>An hour with the desk that wrote the report: how the numbers were made, what ' +
      'moved them and what they cannot tell. By telephone or video, for buyers of any ' +
      'licence.</p>' +
      '<p><a href="/contact">Book a briefing</a> · 60 minutes, quoted before you pay</p>',
  },
  {
    priority: 6,
    image: 'services/licences-for-teams.svg',
    name: 'Licences for teams',
    description:
      '<p>A report for one reader, for five or for a whole company. The right that you ' +
      'bought is written into the order and does not change afterwards.</p>' +
      '<p><a href="/faq">Compare licences</a> · Upgrade later for the difference</p>',
  },
  {
    priority: null,
    image: 'services/reseller-programme.svg',
    name: 'Reseller programme',
    description:
      '<p>Libraries and research portals sell our catalogue under their own terms of ' +
      'payment. We answer applications within 24 hours.</p>' +
      '<p><a href="/become-reseller">Become a Reseller</a> · Answer within 24 hours</p>',
  },
];

export const testimonials: SeedContent['testimonials'] = [
  {
    image: 'portraits/strategy.svg',
    name: 'Head of strategy',
    designation: 'Maker of industrial pumps',
    description:
      'I could follow every number back to its table. That ended the argument in our board ' +
      'meeting before it began.',
    isSample: true,
  },
  {
    image: 'portraits/procurement.svg',
    name: 'Procurement analyst',
    designation: 'Food company',
    description:
      'The price chapter told us how restless the market is. We changed the length of our ' +
      'contracts because of it.',
    isSample: true,
  },
  {
    image: 'portraits/librarian.svg',
    name: 'Librarian',
    designation: 'Business school',
    description:
      'Students learn more from the notes on what a source leaves out than from the ' +
      'headline figure.',
    isSample: true,
  },
  {
    image: 'portraits/investment.svg',
    name: 'Investment associate',
    designation: 'Mid-market fund',
    description:
      'Paid at nine, read at ten past nine. The workbook opened without a single broken reference.',
    isSample: true,
  },
];

export const clients: SeedContent['clients'] = [
  'Manufacturers',
  'Banks',
  'Consultancies',
  'Universities',
  'Public agencies',
  'Trade associations',
].map((name) => ({
  name,
  image: `clients/${name.toLowerCase().replaceAll(' ', '-')}.svg`,
  isSample: true,
}));
