import type { Deps } from '../deps.ts';
import { recordAudit } from '../kernel/audit.ts';
import { postKinds, postThings } from './post.model.ts';
import { listPostTags } from './post-rules.ts';
import { publishDuePosts } from './posts.store.ts';

const actor = { programName: 'the schedule' } as const;

/**
 * Job: posts that are scheduled for now or earlier are published. Two workers at once publish each of
 * them once, and one that was down publishes late.
 */
export async function publishScheduledPosts(
  deps: Pick<Deps, 'db' | 'clock' | 'invalidate'>,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const tags: string[] = [];
    for (const kind of postKinds)
      for (const { id, slug } of await publishDuePosts(tx, kind, deps.clock())) {
        tags.push(...listPostTags(kind, [{ slug, state: 'published' }]));
        await recordAudit(tx, deps, {
          actor,
          verb: 'post.edit',
          thing: { kind: postThings[kind], id: String(id) },
          change: { before: { state: 'scheduled' }, after: { state: 'published' } },
        });
      }
    if (tags.length > 0) await deps.invalidate(tx, [...new Set(tags)]);
  });
}
