import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AdminForm } from './admin-form.tsx';
import { TextField } from './fields.tsx';

test('a button that names an intent is read before the form’s own', () => {
  const button = createElement('button', { name: 'intent', value: 'open' }, 'Open');
  const form = { intent: 'share', rejected: undefined, children: button };
  const html = renderToStaticMarkup(createElement(AdminForm, form));
  const intents = [...html.matchAll(/<(?:button|input)[^>]* value="(\w+)"/g)].map(
    ([, value]) => value,
  );
  expect(intents).toEqual(['open', 'share']);
});

test('the errors on top of a form name the fields that they are about, as the form does', () => {
  const field = (name: string, label: string) =>
    createElement('section', { key: name }, createElement(TextField, { name, label }));
  const group = createElement(
    'fieldset',
    { key: 'group' },
    createElement('legend', null, 'For search engines'),
    field('metaTitle', 'Title'),
  );
  const tooLong = 'Please keep this to 60 characters.';
  const errors = {
    title: [tooLong],
    metaTitle: [tooLong],
    'rows.0.shortName': [tooLong],
    summary: ['Please write a summary.'],
  };
  const rejected = { ok: false, message: '', errors, values: {} } as const;
  const children = [field('title', 'Title'), group, field('summary', 'Summary')];
  const form = { intent: 'x', rejected, children };
  const html = renderToStaticMarkup(createElement(AdminForm, form));
  const listed = [...html.matchAll(/<a [^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(listed).toEqual([
    `Title: ${tooLong}`,
    `For search engines, Title: ${tooLong}`,
    `Short name: ${tooLong}`,
    'Please write a summary.',
  ]);
});
