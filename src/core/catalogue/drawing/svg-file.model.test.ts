import { expect, test } from 'vitest';
import { renderSvgFile } from './svg-file.model.ts';

test('no element of a drawing has an attribute twice, which no image would show', () => {
  const svg = renderSvgFile(
    {
      width: 10,
      height: 10,
      title: 'A title',
      shapes: [
        { kind: 'text', x: 0, y: 0, text: 'a', size: 12, bold: true, serif: true },
        { kind: 'text', x: 0, y: 0, text: 'b', size: 12, bold: true },
        { kind: 'path', d: 'M0 0H1', stroke: 'hue', fill: 'paper', width: 2, dash: true },
      ],
    },
    'crops-and-grains',
  );
  for (const element of svg.match(/<[a-z][^>]*>/g) ?? []) {
    const names = [...element.matchAll(/\s([\w:-]+)="/g)].map(([, name]) => name);
    expect(names, element).toEqual([...new Set(names)]);
  }
});
