import type { SeedContent } from '#core/content/model.ts';
import { faqs } from './faqs.ts';
import { blogPosts } from './posts/index.ts';
import { pressReleases } from './press-releases.ts';
import { clients, services, testimonials } from './site-info.ts';

export { storeSettings as demoSettings } from './store-settings.ts';

/** The texts of the demo publisher, beside its settings. */
export const demoContent: SeedContent = {
  services,
  blogPosts,
  pressReleases,
  testimonials,
  clients,
  faqs,
};
