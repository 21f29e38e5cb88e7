import type { SeedContent } from '#core/content/model.ts';
import { faqs } from './faqs.ts';
import { blogPosts } from './posts/index.ts';
import { pressReleases } from './press-releases.ts';
import { clients, services, testimonials } from './site-info.ts';

export { storeSettings as demoSettings } from './store-settings.ts';

/** Every picture of the demo's posts is the chart of its text. */
const describePicture = <T extends { readonly name: string; readonly image: string | null }>(
  post: T,
) => ({ imageText: post.image === null ? '' : `Chart of this text: ${post.name}`, ...post });

/** The texts of the demo publisher, beside its settings. */
export const demoContent: SeedContent = {
  services,
  blogPosts: blogPosts.map(describePicture),
  pressReleases: pressReleases.map(describePicture),
  testimonials,
  clients,
  faqs,
};
