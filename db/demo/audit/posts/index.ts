import { blogPosts } from '../../content/posts/index.ts';
import { pressReleases } from '../../content/press-releases.ts';
import type { DemoReport } from '../../report-writer/demo-reports.ts';
import { auditPost, type PassagesBySlug } from './audit-post.ts';
import { DemoFacts } from './facts.ts';
import { pressPassages } from './press-releases.ts';
import { pricesAndOutputPassages } from './prices-and-output.ts';
import { readingFiguresPassages } from './reading-figures.ts';
import { storePassages } from './store-notes.ts';
import { supplyAndDemandPassages } from './supply-and-demand.ts';

const passages: PassagesBySlug = {
  ...pricesAndOutputPassages,
  ...supplyAndDemandPassages,
  ...readingFiguresPassages,
  ...pressPassages,
  ...storePassages,
};

/** What the demo's posts and press notes say and its figures do not. */
export function auditPosts(reports: readonly DemoReport[]): string[] {
  const facts = new DemoFacts(reports);
  return [...blogPosts, ...pressReleases].flatMap((post) =>
    auditPost(post, facts, passages[post.slug]),
  );
}
