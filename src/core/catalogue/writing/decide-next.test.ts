import { describe, expect, it } from 'vitest';
import { defaultLicenceTerms } from '../reports/licence.model.ts';
import type { ReportInput } from '../reports/report-input.model.ts';
import { decideNext, isRefused } from './decide-next.ts';
import { parseReportInput } from './parse-input.ts';

const bareReport = {
  code: 'AC-1',
  title: 'Aluminium Cans',
  industry: 'Metals & Mining',
  state: 'published',
  prices: { single: 120_000 },
};
const industries = [{ id: 1, slug: 'metals', name: 'Metals & Mining' }];

function getErrors(parts: object): Readonly<Record<string, readonly string[]>> {
  const parsed = parseReportInput({ ...bareReport, ...parts } as ReportInput);
  if (!parsed.ok) return parsed.errors;
  const next = decideNext(parsed.input, undefined, {
    industries,
    today: '2026-11-22',
    newDelivery: { kind: 'files' },
    licences: defaultLicenceTerms,
  });
  return isRefused(next) ? next.errors : {};
}

describe('a sentence says what is wrong with a part', () => {
  it.each([
    [{ title: null }, 'title', 'Give the report a title.'],
    [{ industry: 'Music' }, 'industry', 'There is no industry “Music”.'],
    [
      { industry: 'Metal' },
      'industry',
      'There is no industry “Metal”. Did you mean “Metals & Mining”?',
    ],
    [{ prices: null }, 'prices', 'Give the price of at least one licence.'],
    [
      { prices: { single: 200, corporate: 100 } },
      'prices',
      'A licence for more readers costs less than one for fewer.',
    ],
    [{ state: 'scheduled' }, 'publishedOn', 'Give the day on which the report is to be published.'],
    [{ publishedOn: '22.11.2026' }, 'publishedOn', 'Write the date as 2026-11-22.'],
    [{ periodFrom: 2020, periodTo: 2010 }, 'periodTo', 'The period ends before it begins.'],
    [
      { description: [{ kind: 'chart', key: 'world' }] },
      'description',
      'There is no series or ranking “world” to draw.',
    ],
    [
      {
        description: [{ kind: 'paragraph', runs: [{ text: 'x', href: 'javascript:alert(1)' }] }],
      },
      'description',
      'The link “javascript:alert(1)” does not lead to a web page or an email address.',
    ],
    [
      { shortDescription: 'x'.repeat(301) },
      'shortDescription',
      'The short description has 301 characters; at most 300 are allowed.',
    ],
  ])('%j', (parts, field, sentence) => {
    expect(getErrors(parts)).toEqual({ [field]: [sentence] });
  });
});

it('contents and descriptions of too many levels are refused, however deep they are', () => {
  let entry: object = { title: 'deepest' };
  let list: object = { kind: 'list', isOrdered: false, items: [] };
  for (let level = 0; level < 50_000; level++) {
    entry = { title: 'x', children: [entry] };
    list = { kind: 'list', isOrdered: false, items: [{ runs: [], children: list }] };
  }
  expect(getErrors({ contents: [entry] })).toEqual({
    contents: ['The contents have more than 10 levels.'],
  });
  expect(getErrors({ description: [list] })).toEqual({
    description: ['The description has more than 8 lists within each other.'],
  });
  let eight: object | undefined;
  for (let level = 0; level < 8; level++)
    eight = { kind: 'list', isOrdered: false, items: [{ runs: [], children: eight }] };
  expect(getErrors({ description: [eight] })).toEqual({});
});

it('what is no report at all is refused by part', () => {
  expect(getErrors({ contents: 'chapter', description: '<p>x</p>', faqs: [null] })).toEqual({
    contents: ['The contents must be a list of titles.'],
    description: ['The description must be a list of blocks.'],
    faqs: [expect.any(String)],
  });
});

it('texts are kept clean: one line, no halves of characters', () => {
  const parsed = parseReportInput({
    ...bareReport,
    title: ' Aluminium\n\tCans \u0000\ud800',
  } as ReportInput);
  expect(parsed.ok && parsed.input.title).toBe('Aluminium Cans \ufffd\ufffd');
});

it.each([
  ['https://example.com/a?b=c#d', true],
  ['mailto:anna@example.com', true],
  ['/industries/metals', true],
  ['#table-1', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['javascript:alert(1)', false],
  ['JaVaScRiPt:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,x', false],
  ['https:///x', false],
  ['vbscript:x', false],
])('the link %j is kept: %s', (href, isKept) => {
  const description = [{ kind: 'paragraph', runs: [{ text: 'x', href }] }];
  expect(Object.keys(getErrors({ description }))).toEqual(isKept ? [] : ['description']);
});
