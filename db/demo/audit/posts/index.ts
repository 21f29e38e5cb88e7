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

/** Returns the claims of the demo's posts and press notes that its figures don't hold. */
export function auditPosts(reports: readonly DemoReport[]): string[] {
  const facts = new DemoFacts(reports);
  return [...blogPosts, ...pressReleases].flatMap((post) =>
    auditPost(post, facts, passages[post.slug]),
  );
}
