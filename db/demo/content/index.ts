import type { NewContent } from '#core/content/model.ts';
import { blog, faqs, press } from './news.ts';
import { policies } from './policies.ts';
import { clients, metas, services, site, testimonials } from './site.ts';

/** All words of the demo publisher; countries come from the demo data. */
export const demoContent = (countries: NewContent['countries']): NewContent => ({
  site,
  metas,
  policies,
  services,
  blog,
  press,
  testimonials,
  clients,
  faqs,
  countries,
});
