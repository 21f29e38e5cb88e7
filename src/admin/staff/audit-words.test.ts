import { expect, test } from 'vitest';
import { describeField, describeThing } from './audit-words.ts';

const describe = (thingKind: string, key: string, name?: string) =>
  describeThing({ thingKind, thing: { key, name } });

test('a thing is called by its kind and name, and leads to its page', () => {
  expect(describe('blog-post', '12', 'Prices')).toEqual({
    text: 'Blog post “Prices”',
    href: '/admin/content/blog/12',
  });
  expect(describe('report', '7', 'Lithium').href).toBe('/admin/reports/7/edit');
  expect(describe('order', 'QI-000020')).toEqual({
    text: 'Order QI-000020',
    href: '/admin/orders/QI-000020',
  });
  expect(describe('enquiry', 'list')).toEqual({ text: 'Enquiry list', href: '/admin/enquiries' });
});

test('what is gone, or of a kind that nobody knows any more, leads nowhere', () => {
  expect(describe('blog-post', '12')).toEqual({ text: 'Blog post 12', href: undefined });
  expect(describe('former-kind', '3')).toEqual({ text: 'former-kind 3', href: undefined });
});

test('names of fields are words', () => {
  expect(describeField('metaTitle')).toBe('Meta title');
  expect(describeField('state')).toBe('State');
  expect(describeField('outbox_email_about_orders')).toBe('Outbox email about orders');
  expect(describeField('bank.iban')).toBe('bank.iban');
});
