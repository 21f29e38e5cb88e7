import { expect, test } from 'vitest';
import { blogPosts } from '../../content/posts/index.ts';
import { pressReleases } from '../../content/press-releases.ts';
import { writeDemoReports } from '../../report-writer/demo-reports.ts';
import { createDemoFileReader } from '../../report-writer/read-demo-file.ts';
import { auditPost } from './audit-post.ts';
import { auditPosts } from './index.ts';
import { DemoFacts } from './facts.ts';

const reports = writeDemoReports(createDemoFileReader('db/demo'));

test('every number of the posts and press notes is the one that the figures hold', () => {
  expect(blogPosts).toHaveLength(12);
  expect(pressReleases).toHaveLength(10);
  expect(auditPosts(reports)).toEqual([]);
});

test('a changed figure, a number without a source and a post without passages are found', () => {
  const facts = new DemoFacts(reports);
  const post = {
    slug: 'x',
    name: 'Coal',
    html: '<p>26.4 billion in 1997.</p><p>A third more.</p>',
  };
  const passages = () => ['26.3 billion in 1997'];
  expect(auditPost(post, facts, passages)).toEqual([
    'x: the text does not say “26.3 billion in 1997”, or not at this place',
    'x: “26.4 billion in 1997.” holds a number that is compared with nothing',
    'x: “A third more.” holds a number that is compared with nothing',
  ]);
  expect(auditPost(post, facts, undefined)).toEqual(['x: its figures are compared with nothing']);
});
