import { expect, test } from 'vitest';
import { z } from 'zod';
import { emailField, parseForm, singleLineField } from './form-fields.ts';

const schema = z.object({
  name: singleLineField('your name', 10),
  email: emailField(),
  password: z.string('Password is required').min(1, 'Password is required').min(6, 'Too short'),
});
const errorsOf = (value: unknown): unknown => {
  const parsed = parseForm(schema, { name: value, email: value, password: value });
  return 'errors' in parsed ? parsed.errors : undefined;
};

test.each([[[]], [{}], [null], [5], [undefined], [['a']]])(
  '%j in place of a text has one message a field',
  (value) => {
    expect(errorsOf(value)).toEqual({
      name: ['Please give your name.'],
      email: ['Please give your email address.'],
      password: ['Password is required'],
    });
  },
);

test('a text that breaks several rules has a message for each', () => {
  expect(errorsOf('a\u0000 much too long')).toMatchObject({
    name: [
      'Please keep this to 10 characters.',
      'Please leave out line breaks and control characters.',
    ],
    email: ['Please give an email address like name@company.com.'],
  });
});
