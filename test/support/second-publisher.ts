import type { StoreSettingsInput } from '#core/store/settings.model.ts';

/** A publisher that shares nothing with the demo: name, offices, currency, tax, licences, numbers. */
export const secondPublisher: StoreSettingsInput = {
  name: 'Nordlicht Analysen',
  brand: { colours: { accent: '#0b5394' } },
  contact: { email: 'hallo@nordlicht.example', salesEmail: 'vertrieb@nordlicht.example' },
  legal: {
    name: 'Nordlicht Analysen GmbH',
    address: 'Lange Straße 1, 10115 Berlin, Germany',
    taxId: 'DE123456789',
  },
  offices: [{ place: 'Berlin', phone: '+49 30 000 1234', address: 'Lange Straße 1, 10115 Berlin' }],
  about: { html: '<p>Wir lesen Märkte seit zwei Jahren.</p>', experience: '2' },
  social: {},
  bank: null,
  currency: 'EUR',
  licences: [
    {
      id: 'single-user',
      name: 'Solo',
      rights: 'One reader named in the order.',
      seats: 1,
      includesNewEditions: false,
    },
    {
      id: 'corporate-user',
      name: 'Konzern',
      rights: 'Everyone in the group of companies.',
      seats: null,
    },
  ],
  tax: {
    kind: 'vat',
    name: 'USt',
    country: 'DE',
    number: 'DE123456789',
    prices: 'net',
  },
  numbering: {
    order: 'NL-{00000}',
    invoice: 'RE-{year}-{00000}',
    proForma: 'AN-{year}-{00000}',
    creditNote: 'GS-{year}-{00000}',
  },
  navigation: {
    header: [{ label: 'Alle Berichte', href: '/report-store' }],
    footer: [{ title: 'Recht', links: [{ label: 'AGB', href: '/terms-and-condition' }] }],
  },
  home: { blocks: ['industries', 'latest'] },
  texts: {
    'home.title': 'Berichte aus dem Norden',
    'email.greeting': 'Guten Tag',
    'email.signature': 'Ihr Team in Berlin',
    'invoice.delivery': 'Elektronisch geliefert.',
    'certificate.note': 'Es gelten die Rechte des Auftrags.',
  },
  policies: {
    terms: {
      title: 'AGB',
      description: '',
      html: '<p>Es gilt das Recht.</p>',
      updatedOn: '2026-11-01',
    },
  },
  metas: {},
};
