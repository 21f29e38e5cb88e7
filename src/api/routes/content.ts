import type { Post } from '#core/content/model.ts';
import { serializeSiteInfo, serializePost } from '../serializers.ts';
import type { ApiRouter, ApiOptions } from '../options.ts';
import { sendRefusal } from '../error-responses.ts';

/** What we say: info, metas, services, news, testimonials, logos, questions, countries. All hang on the site's tag. */
export function addContentRoutes(api: ApiRouter, { app: { content } }: ApiOptions): void {
  api.get('/info', async (c) => {
    c.env.cacheTags('site');
    const [site, policies] = await Promise.all([
      content.getSiteInfo(),
      content.getPolicyHtmlByName(),
    ]);
    return c.json(serializeSiteInfo(site, policies));
  });
  api.get(
    '/metas',
    async (c) => (c.env.cacheTags('site'), c.json({ metas: await content.listPageMetas() })),
  );
  api.get('/service', async (c) => {
    c.env.cacheTags('site');
    return c.json({
      services: (await content.listServices()).map(
        ({ id, name, image, description, priority }) => ({
          id,
          name,
          image,
          description,
          priority,
        }),
      ),
    });
  });
  api.get('/client', async (c) => {
    c.env.cacheTags('site');
    return c.json({
      clients: (await content.listTestimonials()).map(
        ({ id, image, name, designation, description }) => ({
          id,
          image,
          name,
          designation,
          description,
        }),
      ),
    });
  });
  api.get(
    '/company',
    async (c) => (
      c.env.cacheTags('site'),
      c.json({
        companys: (await content.listClientLogos()).map(({ id, image, name }) => ({
          id,
          image,
          name,
        })),
      })
    ),
  );
  api.get(
    '/faq',
    async (c) => (
      c.env.cacheTags('site'),
      c.json({
        faqs: (await content.listFaqs()).map(({ id, title, html }) => ({
          id,
          title,
          description: html,
        })),
      })
    ),
  );
  api.get('/country-with-phone-code', async (c) => {
    c.env.cacheTags('site');
    return c.json({
      countrys: (await content.listCountries()).map(({ id, name, phonecode }) => ({
        id,
        name,
        phonecode: phonecode.replaceAll(/\D/g, ''),
      })),
    });
  });

  const addPostRoutes = (
    list: string,
    detail: string,
    kind: 'blogPost' | 'pressRelease',
    many: string,
    one: string,
    unknown: string,
  ): void => {
    api.get(
      list,
      async (c) => (
        c.env.cacheTags('site'),
        c.json({ [many]: (await content.listPosts(kind)).map(serializePost) })
      ),
    );
    api.get(detail, async (c) => {
      const post: Post | undefined = await content.getPost(kind, c.req.param('slug') ?? '');
      if (!post) return sendRefusal(c, { ok: false, code: 'not-found', message: unknown });
      c.env.cacheTags('site');
      return c.json({ [one]: serializePost(post) });
    });
  };
  addPostRoutes(
    '/blog',
    '/blog-detail/:slug',
    'blogPost',
    'blogs',
    'blog',
    'Blog Detail not found.',
  );
  addPostRoutes(
    '/press-release',
    '/press-release-detail/:slug',
    'pressRelease',
    'pressReleases',
    'pressRelease',
    'Press release not found.',
  );
}
