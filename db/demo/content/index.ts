import type { SeedContent } from '#core/content/model.ts';
import { faqs } from './faqs.ts';
import { policies } from './policies.ts';
import { blogPosts } from './posts/index.ts';
import { pressReleases } from './press-releases.ts';
import { clients, metas, services, site, testimonials } from './site-info.ts';

/** All texts of the demo publisher; the countries come from the demo data. */
export const createDemoContent = (countries: SeedContent['countries']): SeedContent => ({
  site,
  metas,
  policies,
  services,
  blogPosts,
  pressReleases,
  testimonials,
  clients,
  faqs,
  countries,
});
