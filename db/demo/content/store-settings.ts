import type { StoreSettingsInput } from '#core/store/settings.model.ts';
import { policies } from './policies.ts';

const metas: StoreSettingsInput['metas'] = {
  home: {
    title: 'Market research reports from public statistics',
    description:
      'Market reports on 30 industries with the source, unit and year beside every number. ' +
      'PDF and Excel, minutes after payment.',
    keywords: 'market research reports, industry statistics, market data',
  },
  about: {
    title: 'About us',
    description: 'Who writes the reports, from which statistics, and how the figures are checked.',
    keywords: 'about, publisher, method',
  },
  contact: {
    title: 'Contact us',
    description:
      'Offices in India, the USA and Italy. Ask about a report, a licence or an invoice.',
    keywords: 'contact, sales, offices',
  },
  services: {
    title: 'Services',
    description:
      'Reports, data sheets, tailored tables, briefings and licences for teams and companies.',
    keywords: 'services, custom research, data',
  },
  blog: {
    title: 'Blog',
    description:
      'Notes on reading market figures: prices, volumes, shares, forecasts and their limits.',
    keywords: 'blog, market figures, statistics',
  },
  press: {
    title: 'Press releases',
    description: 'News of the catalogue, its editions and its method.',
    keywords: 'press, news, releases',
  },
  login: {
    title: 'Login',
    description: 'Sign in to your orders, licences and downloads.',
    keywords: 'login, account',
  },
};

// Phone numbers that reach nobody: 555-01xx is reserved for fiction in the USA, and neither India
// nor Italy assigns numbers that begin like these. Addresses are invented.
const offices = [
  {
    place: 'India',
    phone: '+91 00000 01420',
    address: '4th Floor, Ledger House, Senapati Bapat Road, Pune 411016, India',
  },
  {
    place: 'USA',
    phone: '+1 202-555-0142',
    address: '1200 Cornice Street NW, Suite 310, Washington, DC 20005, USA',
  },
  {
    place: 'Italy',
    phone: '+39 000 555 0142',
    address: 'Via delle Tavole 14, 20121 Milano MI, Italy',
  },
];

/** The settings of the demo publisher; what is missing is as the specification says. */
export const storeSettings: StoreSettingsInput = {
  name: 'Quillmark Insights',
  contact: { email: 'hello@quillmark.example.com', salesEmail: 'sales@quillmark.example.com' },
  legal: { address: String(offices[0]?.address), taxId: 'DEMO-000000' },
  offices,
  about: {
    experienceLabel: 'years of reading statistics (sample figure)',
    reasons: [
      'Every number names its source, unit and year.',
      'What we calculated says so, with its formula.',
      'PDF and workbook come from the same data.',
      'The price and the licence are on the page.',
    ],
    cards: [
      { title: 'Mission', text: 'Make published statistics usable for people who decide.' },
      { title: 'Vision', text: 'Market figures that every reader can check.' },
      { title: 'Industries', text: 'Thirty, from crops to cloud computing.' },
      {
        title: 'Regions',
        text: 'The United States in depth, other countries wherever statistics are published.',
      },
      { title: 'Method', text: 'Plain arithmetic, printed in each report.' },
      { title: 'Editions', text: 'Dated and numbered; a correction is a new edition.' },
    ],
    html:
      '<p>Quillmark Insights writes market reports from public statistics. Each report says ' +
      'where a number comes from, what it leaves out and which part of it we calculated ' +
      'ourselves.</p>' +
      '<p>This is the sample publisher of the store’s software: its years of experience, clients, ' +
      'testimonials, portraits and offices are samples. Its figures are real.</p>',
    experience: '12',
    banner: 'about/banner.svg',
    bannerText: 'World wheat production since 1960, drawn from the figures of the USDA.',
  },
  social: {
    linkedin: 'https://linkedin.example.com/quillmark',
    twitter: 'https://x.example.com/quillmark',
  },
  bank: { holder: 'Quillmark Insights', iban: 'XX00 0000 0000 0000 0000 00', bic: 'DEMOXX00' },
  currency: 'USD',
  timeZone: 'Asia/Kolkata',
  home: { emptyBlocks: 'named' },
  texts: {
    'home.title': 'Market figures you can check before you trust them',
    'home.text':
      'Each is written from public statistics, with the source, unit and year beside every number.',
    'newsletter.title': 'New editions, once a month',
    'newsletter.text': 'What was published and what was corrected, in one short mail.',
    'services.text': 'Ways to get at a number. Each picture below shows what you receive.',
    'footer.note': 'Figures from public statistics, each with its source, unit and year.',
  },
  policies,
  metas,
};
