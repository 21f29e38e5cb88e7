import { sendRefusal } from '../error-responses.ts';
import type { ApiOptions, ApiRouter } from '../options.ts';
import { streamList } from '../stream-list.ts';
import { serializePost, serializeSiteInfo, toPictureUrl } from '../serializers.ts';

/** Site info, metas, services, news, testimonials, logos, questions and countries. Tag: `site`. */
export function addContentRoutes(api: ApiRouter, options: ApiOptions): void {
  addSiteRoutes(api, options);
  addListRoutes(api, options);
  addBlogRoutes(api, options);
  addPressReleaseRoutes(api, options);
}

function addSiteRoutes(api: ApiRouter, { app: { content, store }, origin }: ApiOptions): void {
  api.get('/info', async (c) => {
    c.env.cacheTags('site');
    const [site, policies] = await Promise.all([
      store.getSiteInfo(),
      content.getPolicyHtmlByName(),
    ]);
    return c.json(serializeSiteInfo(site, origin, policies));
  });
  api.get('/metas', async (c) => {
    c.env.cacheTags('site');
    return c.json({ metas: await content.listPageMetas() });
  });
  api.get('/country-with-phone-code', async (c) => {
    c.env.cacheTags('site');
    const countries = await content.listCountries();
    return c.json({
      countrys: countries.map(({ id, name, phonecode }) => ({
        id,
        name,
        phonecode: phonecode.replaceAll(/\D/g, ''),
      })),
    });
  });
}

function addListRoutes(api: ApiRouter, { app: { content }, origin }: ApiOptions): void {
  api.get('/service', async (c) => {
    c.env.cacheTags('site');
    const services = await content.listServices();
    return c.json({
      services: services.map(({ id, name, image, description, priority }) => ({
        id,
        name,
        image: toPictureUrl(image, origin),
        description,
        priority,
      })),
    });
  });
  api.get('/client', async (c) => {
    c.env.cacheTags('site');
    const testimonials = await content.listTestimonials();
    return c.json({
      clients: testimonials.map(({ id, image, name, designation, description }) => ({
        id,
        image: toPictureUrl(image, origin),
        name,
        designation,
        description,
      })),
    });
  });
  api.get('/company', async (c) => {
    c.env.cacheTags('site');
    const logos = await content.listClientLogos();
    return c.json({
      companys: logos.map(({ id, image, name }) => ({
        id,
        image: toPictureUrl(image, origin),
        name,
      })),
    });
  });
  api.get('/faq', async (c) => {
    c.env.cacheTags('site');
    const faqs = await content.listFaqs();
    return c.json({ faqs: faqs.map(({ id, title, html }) => ({ id, title, description: html })) });
  });
}

function addBlogRoutes(api: ApiRouter, { app: { content }, origin }: ApiOptions): void {
  api.get('/blog', async (c) =>
    streamList(c, {
      name: 'blogs',
      revision: await content.digestPosts('blogPost'),
      read: () => content.streamPosts('blogPost'),
      toEntry: (post) => serializePost(post, origin),
    }),
  );
  api.get('/blog-detail/:slug', async (c) => {
    const post = await content.getPost('blogPost', c.req.param('slug'));
    if (!post)
      return sendRefusal(c, { ok: false, code: 'not-found', message: 'Blog Detail not found.' });
    c.env.cacheTags('site');
    return c.json({ blog: serializePost(post, origin) });
  });
}

function addPressReleaseRoutes(api: ApiRouter, { app: { content }, origin }: ApiOptions): void {
  api.get('/press-release', async (c) =>
    streamList(c, {
      name: 'pressReleases',
      revision: await content.digestPosts('pressRelease'),
      read: () => content.streamPosts('pressRelease'),
      toEntry: (post) => serializePost(post, origin),
    }),
  );
  api.get('/press-release-detail/:slug', async (c) => {
    const post = await content.getPost('pressRelease', c.req.param('slug'));
    if (!post)
      return sendRefusal(c, { ok: false, code: 'not-found', message: 'Press release not found.' });
    c.env.cacheTags('site');
    return c.json({ pressRelease: serializePost(post, origin) });
  });
}
