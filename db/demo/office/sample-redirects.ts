import { paths } from '#src/paths.ts';
import { takeSample, type OfficeApp } from './office-app.ts';

const dayMs = 86_400_000;

/**
 * Addresses of a site that the publisher had before, as samples: some are followed, one never was.
 * What visitors look for in vain comes with them.
 */
export async function writeSampleRedirects(
  { app, getActor, setTime }: OfficeApp,
  slugs: readonly string[],
  now: Date,
): Promise<void> {
  setTime(new Date(now.getTime() - 60 * dayMs));
  const [first = '', second = ''] = slugs;
  const former = [
    { from: '/sample-report.php?id=17', to: paths.report(first), hits: 214 },
    { from: '/sample-report.php?id=42', to: paths.report(second), hits: 38 },
    { from: '/sample-catalogue-2024.pdf', to: paths.reportStore(), hits: 7 },
    { from: '/sample-flyer', to: paths.contact(), hits: 0 },
  ];
  for (const { from, to } of former)
    takeSample(await app.redirects.create(getActor('editor'), { from, to }));
  await app.redirects.addHits(
    former
      .filter(({ hits }) => hits > 0)
      .map(({ from, hits }, index) => ({
        from,
        hits,
        lastHitAt: new Date(now.getTime() - (index + 1) * dayMs),
      })),
  );
  setTime(now);
}

/** No report has one of these words, and none is a slip of one. */
const lookedForInVain: readonly (readonly [words: string, times: number])[] = [
  ['zeppelin', 9],
  ['quidditch', 6],
  ['hoverboard', 4],
  ['vuvuzela', 2],
  ['didgeridoo', 1],
];

/** Searches of the last six weeks that found nothing. */
export async function writeSampleSearches(
  { app: { catalogue }, setTime }: OfficeApp,
  now: Date,
): Promise<void> {
  for (const [words, times] of lookedForInVain)
    for (let time = 0; time < times; time++) {
      setTime(new Date(now.getTime() - (1 + time * 4) * dayMs));
      await catalogue.search.missed.note(words);
    }
  setTime(now);
}
