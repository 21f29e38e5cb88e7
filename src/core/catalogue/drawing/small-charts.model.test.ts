import { describe, expect, it } from 'vitest';
import { drawSparkline, listLeaders, type Trend } from './small-charts.model.ts';

const trend = (points: Trend['points'], estimatedFrom?: number): Trend => ({
  label: 'World production',
  place: 'World',
  points,
  ...(estimatedFrom === undefined ? {} : { estimatedFrom }),
});

describe('a sparkline', () => {
  it('starts at zero, so that a small change looks small', () => {
    const drawing = drawSparkline(
      trend([
        [2020, 100],
        [2021, 101],
      ]),
      { hasArea: false },
    );
    const line = drawing?.shapes[1];
    const heights =
      line?.kind === 'path'
        ? [...line.d.matchAll(/,([\d.]+)/g)].map((match) => Number(match[1]))
        : [];
    expect(line).toMatchObject({ kind: 'path', stroke: 'hue' });
    for (const height of heights) expect(height).toBeLessThan(5);
  });

  it('dashes the estimates, from the last measured value on', () => {
    const points = [
      [2020, 1],
      [2021, 2],
      [2022, 3],
    ] as const;
    const lines = drawSparkline(trend(points, 2022))?.shapes.filter(
      (shape) => shape.kind === 'path' && shape.stroke === 'hue',
    );
    expect(lines).toMatchObject([{ dash: false }, { dash: true }]);
  });

  it('draws no line where there are fewer than two values', () => {
    expect(drawSparkline(trend([[2020, 1]]))).toBeUndefined();
    expect(drawSparkline(trend([]))).toBeUndefined();
  });

  it('keeps a missing year as a gap', () => {
    const drawing = drawSparkline(
      trend([
        [2018, 1],
        [2019, 2],
        [2021, 3],
        [2022, 4],
      ]),
      { hasArea: false },
    );
    const line = drawing?.shapes[1];
    expect(line?.kind === 'path' && line.d.match(/M/g)).toHaveLength(2);
  });
});

describe('the leaders of a ranking', () => {
  const rows = [
    { name: 'Australia', value: 86 },
    { name: 'Chile', value: 44 },
    { name: 'China', value: 33 },
    { name: 'Argentina', value: 10 },
  ];

  it('are the first three, with their shares of the whole', () => {
    const leaders = listLeaders({ rows, total: 172 });
    expect(leaders.map(({ name, share }) => [name, share])).toEqual([
      ['Australia', 0.5],
      ['Chile', 44 / 172],
      ['China', 33 / 172],
    ]);
  });

  it('have no shares where the whole is not known', () => {
    expect(listLeaders({ rows })[0]).toEqual({ name: 'Australia', value: 86, barShare: 1 });
  });

  it('have no shares where the whole is less than its largest part', () => {
    expect(listLeaders({ rows, total: 80 })[0]).not.toHaveProperty('share');
  });
});
