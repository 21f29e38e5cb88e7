import { expect, test } from 'vitest';
import { drawRevenue } from './revenue-chart.model.ts';

const step = (start: string, revenueCents: number) => ({
  start,
  revenueCents,
  orders: 1,
  paidCents: 0,
  refundedCents: 0,
});

test('each step is a column from the line of zero, and more refunded than paid hangs below it', () => {
  const steps = [step('2026-09-28', 400_000), step('2026-10-05', 0), step('2026-10-12', -200_000)];
  const drawing = drawRevenue({ currency: 'USD', steps }, 600);
  const columns = (drawing?.shapes ?? []).filter((shape) => shape.kind === 'rect');
  expect(columns.map(({ fill }) => fill)).toEqual(['hue', 'hue', 'accent']);
  const [paid, nothing, refunded] = columns;
  expect(nothing?.h).toBe(0);
  expect((paid?.y ?? 0) + (paid?.h ?? 0)).toBeCloseTo(refunded?.y ?? 0, 1);
  expect(drawing?.title).toContain('$2,000');
});

test('the first step of a month is named, where there is room', () => {
  const steps = ['2026-09-28', '2026-10-05', '2026-11-02'].map((start) => step(start, 100));
  const texts = (width: number) =>
    (drawRevenue({ currency: 'JPY', steps }, width)?.shapes ?? []).flatMap((shape) =>
      shape.kind === 'text' ? shape.text : [],
    );
  expect(texts(600)).toEqual(expect.arrayContaining(['28 Sep', '5 Oct', '2 Nov']));
  expect(texts(130)).not.toContain('5 Oct');
});

test('without a step there is no chart', () => {
  expect(drawRevenue({ currency: 'USD', steps: [] }, 600)).toBeUndefined();
});
