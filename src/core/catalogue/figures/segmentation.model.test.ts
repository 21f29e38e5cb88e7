import { expect, test } from 'vitest';
import { nameSegmentation } from './segmentation.model.ts';

test.each([
  ['Type', 'By type'],
  ['By type', 'By type'],
  ['by End use', 'By end use'],
  ['U.S. state', 'By U.S. state'],
  ['By pH', 'By pH'],
  ['Bypass valve', 'By bypass valve'],
])('a segmentation %s is named %s', (by, named) => {
  expect(nameSegmentation(by)).toBe(named);
});
