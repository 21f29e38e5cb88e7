import { expect, test } from 'vitest';
import { buildCitations } from './citation.model.ts';

test('a chart is cited in four styles', () => {
  const citations = buildCitations({
    publisher: 'Quillmark & Sons',
    finding: 'Supply rose by 23 %',
    reportTitle: 'Lithium Market',
    code: 'QM-BCM-1001',
    publishedOn: '2026-09-03',
    url: 'https://example.com/lithium#chart-world',
    attribution: 'Source: USGS.',
  });
  expect(Object.fromEntries(citations.map(({ style, text }) => [style, text]))).toEqual({
    APA:
      'Quillmark & Sons. (2026, September 3). Supply rose by 23 % [Chart]. In Lithium Market ' +
      '(Report No. QM-BCM-1001). https://example.com/lithium#chart-world',
    MLA:
      '“Supply rose by 23 %.” Lithium Market, Quillmark & Sons, 3 Sept. 2026, ' +
      'https://example.com/lithium#chart-world.',
    Chicago:
      'Quillmark & Sons. “Supply rose by 23 %.” Chart. In Lithium Market. September 3, 2026. ' +
      'https://example.com/lithium#chart-world.',
    BibTeX: [
      '@misc{qm-bcm-1001-2026,',
      String.raw`  author = {{Quillmark \& Sons}},`,
      String.raw`  title = {{Supply rose by 23 \%}},`,
      '  howpublished = {Chart in: Lithium Market},',
      '  year = {2026},',
      '  month = sep,',
      '  note = {Source: USGS.},',
      '  url = {https://example.com/lithium#chart-world}',
      '}',
    ].join('\n'),
  });
});
