import { toLocalTime } from '#core/kernel/time-zone.model.ts';
import { takeSample, type OfficeApp } from './office-app.ts';

const dayMs = 86_400_000;

/**
 * A post that somebody has begun, with this picture, and a press release for next week; both say that
 * they are samples.
 */
export async function writeSamplePosts(
  { app: { content }, getActor }: OfficeApp,
  image: string,
  now: Date,
): Promise<void> {
  const editor = getActor('editor');
  const { blogPost, pressRelease } = content.posts.editing;
  takeSample(
    await blogPost.create(editor, {
      name: 'What a tonne of cement costs to move (sample of a draft)',
      state: 'draft',
      author: 'Construction desk',
      image,
      summary: 'A sample: what somebody writes before visitors see it.',
      html: '<p>Freight is the part of its price that nobody prints.</p><h2>To be checked</h2>',
    }),
  );
  takeSample(
    await pressRelease.create(editor, {
      name: 'New reports on building materials (sample of a scheduled release)',
      state: 'scheduled',
      createdAt: toLocalTime(new Date(now.getTime() + 7 * dayMs), 'UTC'),
      html: '<p>A sample: this is published by itself in a week.</p>',
    }),
  );
  takeSample(
    await content.faqEditing.create(editor, {
      title: 'Can I pay in two parts? (sample of a hidden question)',
      html: '<p>A sample: hidden until somebody has answered it.</p>',
      isHidden: '1',
    }),
  );
}
