import { expect, test } from 'vitest';
import { listStructuredDataErrors } from './structured-data.ts';

const check = (shown: string, item: object): string[] =>
  listStructuredDataErrors(
    `<main>${shown}</main><script type="application/ld+json">${JSON.stringify(item)}</script>`,
  );
const context = { '@context': 'https://schema.org' };
const product = {
  ...context,
  '@type': 'Product',
  name: 'Tin',
  sku: 'T-1',
  image: 'https://a.example/t.svg',
  brand: { '@type': 'Brand', name: 'A' },
  url: 'https://a.example/tin',
};
const shown =
  '<h1>Tin</h1> T-1 $1,200 Single user <a href="/tin">Tin</a><a href="/buy-now">Buy</a>';
const offer = {
  '@type': 'Offer',
  name: 'Single user',
  sku: 'T-1-s',
  price: '1200.00',
  priceCurrency: 'USD',
  availability: 'https://schema.org/InStock',
  url: 'https://a.example/tin',
  itemCondition: 'https://schema.org/NewCondition',
};

test('what a page says and shows is right', () => {
  expect(check(shown, { ...product, offers: [offer] })).toEqual([]);
});

test.each([
  [{ ...product, name: 'Zinc' }, 'Product says the name Zinc, which is not shown'],
  [{ ...product, sku: 'T-2' }, 'Product says the name T-2, which is not shown'],
  [
    { ...product, offers: [{ ...offer, price: '1300.00' }] },
    'Product says the amount 1300.00, which is not shown',
  ],
  [{ ...product, cost: '1' }, 'Product has no cost'],
  [{ ...product, brand: 'A' }, 'Product.brand can not be "A"'],
  [{ ...product, url: '/tin' }, 'Product.url can not be "/tin"'],
  [{ ...product, offers: [{ '@type': 'Offer' }] }, 'Offer lacks price'],
  [{ ...context, '@type': 'Produkt' }, 'Produkt is no type'],
  [{ ...product, offers: [{ ...offer, price: '0.00' }] }, 'Offer has no price above zero'],
  [
    { ...context, '@type': 'Article', headline: 'Tin', author: 'Ann' },
    'Article has an author of no type',
  ],
  [
    { ...context, '@type': 'Dataset', name: 'Tin', description: 'Tin' },
    'Dataset is described in less than 50 characters',
  ],
  [
    {
      ...context,
      '@type': 'BreadcrumbList',
      itemListElement: [{ '@type': 'ListItem', name: 'Tin' }],
    },
    'ListItem lacks position',
  ],
])('what is wrong is named: %j', (item, error) => {
  expect(check(shown, item)).toContain(error);
});
