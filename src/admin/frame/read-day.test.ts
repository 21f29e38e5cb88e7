import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isDay } from '#core/kernel/time-zone.model.ts';
import { TextFilter } from './filter-bar.tsx';
import { readListAddress } from './list-address.ts';
import { readDay } from './read-day.ts';

test('a day that no calendar has is none, and its filter says so', () => {
  expect(readDay('2026-02-28')).toBe('2026-02-28');
  for (const text of ['2026-02-30', '2026-13-01', '2026-2-3', 'x', undefined])
    expect(readDay(text)).toBeUndefined();
  const show = (from: string) => {
    const options = { filters: { from: isDay }, sorts: [], defaultSort: 'at' } as const;
    const list = readListAddress(`https://store.example/admin/audit?from=${from}`, options);
    return renderToStaticMarkup(
      createElement(TextFilter, { list, name: 'from', label: 'From', type: 'date' }),
    );
  };
  expect(show('2026-02-30')).toContain('2026-02-30 is no day');
  expect(show('2026-02-28')).not.toContain('is no day');
});
