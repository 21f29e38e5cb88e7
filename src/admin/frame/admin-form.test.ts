import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AdminForm } from './admin-form.tsx';

test('a button that names an intent is read before the form’s own', () => {
  const button = createElement('button', { name: 'intent', value: 'open' }, 'Open');
  const form = { intent: 'share', rejected: undefined, children: button };
  const html = renderToStaticMarkup(createElement(AdminForm, form));
  const intents = [...html.matchAll(/<(?:button|input)[^>]* value="(\w+)"/g)].map(
    ([, value]) => value,
  );
  expect(intents).toEqual(['open', 'share']);
});
