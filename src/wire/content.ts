import type { Post } from '#core/content/model.ts';
import { infoAnswer, postAnswer } from './answers.ts';
import type { WireApp, WireOptions } from './options.ts';
import { refused } from './refusals.ts';

/** What we say: info, metas, services, news, testimonials, logos, questions, countries. All hang on the site's tag. */
export function contentCalls(api: WireApp, { shop: { content } }: WireOptions): void {
  api.get('/info', async (c) => {
    c.env.hangsOn('site');
    const [site, policies] = await Promise.all([content.site(), content.policies()]);
    return c.json(infoAnswer(site, policies));
  });
  api.get('/metas', async (c) => (c.env.hangsOn('site'), c.json({ metas: await content.metas() })));
  api.get('/service', async (c) => {
    c.env.hangsOn('site');
    return c.json({
      services: (await content.services()).map(({ id, name, image, description, priority }) => ({
        id,
        name,
        image,
        description,
        priority,
      })),
    });
  });
  api.get('/client', async (c) => {
    c.env.hangsOn('site');
    return c.json({
      clients: (await content.testimonials()).map(
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
      c.env.hangsOn('site'),
      c.json({
        companys: (await content.clients()).map(({ id, image, name }) => ({ id, image, name })),
      })
    ),
  );
  api.get(
    '/faq',
    async (c) => (
      c.env.hangsOn('site'),
      c.json({
        faqs: (await content.faqs()).map(({ id, title, html }) => ({
          id,
          title,
          description: html,
        })),
      })
    ),
  );
  api.get('/country-with-phone-code', async (c) => {
    c.env.hangsOn('site');
    return c.json({
      countrys: (await content.countries()).map(({ id, name, phonecode }) => ({
        id,
        name,
        phonecode: phonecode.replaceAll(/\D/g, ''),
      })),
    });
  });

  const news = (
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
        c.env.hangsOn('site'),
        c.json({ [many]: (await content.posts(kind)).map(postAnswer) })
      ),
    );
    api.get(detail, async (c) => {
      const post: Post | undefined = await content.post(kind, c.req.param('slug') ?? '');
      if (!post) return refused(c, { ok: false, status: 404, message: unknown });
      c.env.hangsOn('site');
      return c.json({ [one]: postAnswer(post) });
    });
  };
  news('/blog', '/blog-detail/:slug', 'blogPost', 'blogs', 'blog', 'Blog Detail not found.');
  news(
    '/press-release',
    '/press-release-detail/:slug',
    'pressRelease',
    'pressReleases',
    'pressRelease',
    'Press release not found.',
  );
}
