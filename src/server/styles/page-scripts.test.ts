import { expect, test } from 'vitest';
import { readPageScripts } from './page-scripts.ts';

const islands = 'src/site/islands';

test('scripts are those of every page, and of each island with what it imports', () => {
  const manifest = {
    [`${islands}/runtime/loader.ts`]: {
      file: 'loader.js',
      imports: ['_shared'],
      dynamicImports: [
        `${islands}/runtime/hydrate.ts`,
        `${islands}/components/lead-form.tsx`,
        `${islands}/enhancements/chart-values.ts`,
      ],
    },
    [`${islands}/runtime/hydrate.ts`]: { file: 'react-dom.js' },
    [`${islands}/components/lead-form.tsx`]: { file: 'lead-form.js', imports: ['_field'] },
    [`${islands}/enhancements/chart-values.ts`]: { file: 'chart-values.js' },
    _field: { file: 'field.js', imports: ['_shared', '_field'] },
    _shared: { file: 'shared.js' },
  };
  expect(readPageScripts(manifest, (file) => `text of ${file}`)).toEqual({
    everyPage: ['text of loader.js', 'text of shared.js', 'text of chart-values.js'],
    islands: new Map([
      ['lead-form', ['text of lead-form.js', 'text of field.js', 'text of shared.js']],
    ]),
  });
});
