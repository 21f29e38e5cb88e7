import type { Policy, PolicyName } from '#core/content/model.ts';

type Part = readonly [heading: string, ...paragraphs: string[]];

/** A policy of the demo. Brackets stand where a publisher and their lawyer complete it. */
export const createPolicy = (
  name: PolicyName,
  title: string,
  description: string,
  ...parts: readonly Part[]
): readonly [PolicyName, Policy] => [
  name,
  {
    title,
    description,
    updatedOn: '2026-11-02',
    html: parts
      .map(
        ([heading, ...paragraphs]) =>
          `<h2>${heading}</h2>${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')}`,
      )
      .join(''),
  },
];

/** The end of each text that a lawyer has to check. */
export const sampleNote: Part = [
  'This text is a sample',
  'It says what the software of this store does. Brackets mark what the publisher completes with ' +
    'a lawyer before selling.',
];
