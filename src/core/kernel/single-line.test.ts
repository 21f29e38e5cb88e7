import { expect, test } from 'vitest';
import { z } from 'zod';
import { optionalLineField, parseForm, singleLineField } from './form-fields.ts';
import { findLineFault, trimLine } from './single-line.model.ts';

test.each([
  ['Quill\u202eMoc', 'direction'],
  ['\u2066Quill\u2069 Ltd', 'direction'],
  ['Quill\u0085Ltd', 'control'],
  ['Quill\u009bLtd', 'control'],
  ['Quill\nLtd', 'control'],
  ['Quill\u2028Ltd', 'control'],
])('%j is not one line, and a sentence says why', (text, word) => {
  expect(findLineFault(text)).toContain(word);
});

test.each([
  'שלום עולם',
  'תקציר (ABC\u200e) לשנה',
  'تقارير السوق ٢٠٢٦',
  'کتاب\u200cها',
  'क्\u200dष',
  'Čapek & Söhne',
])('%s stays as it is', (text) => {
  expect(findLineFault(text)).toBeUndefined();
  expect(trimLine(text)).toBe(text);
});

test('marks that nobody sees are taken off the ends, and alone they are no text', () => {
  expect(trimLine(' \u200f\u202aשלום\u202c\u200e\ufeff ')).toBe('שלום');
  expect(trimLine('\u200e \u200b')).toBe('');
});

test('fields of one line refuse them, and take a text without its ends', () => {
  const schema = z.object({ name: singleLineField('the name', 20), city: optionalLineField(20) });
  const errorsOf = (form: object) => {
    const parsed = parseForm(schema, { ...form });
    return parsed.ok ? parsed.value : parsed.errors;
  };
  expect(errorsOf({ name: '\u200eQuill\u200f', city: '\u200f' })).toEqual({
    name: 'Quill',
    city: '',
  });
  expect(errorsOf({ name: '\u200f' })).toEqual({ name: ['Please give the name.'] });
  const [turned, control] = [findLineFault('a\u202eb'), findLineFault('a\u0085b')];
  expect(errorsOf({ name: 'a\u202eb', city: 'a\u0085b' })).toEqual({
    name: [turned],
    city: [control],
  });
});
