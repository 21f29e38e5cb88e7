import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startAdminTestServer,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';
import { readForm } from './read-form.ts';

let admin: AdminTestServer;
let anna: AdminClient;
let bea: AdminClient;
beforeAll(async () => {
  admin = await startAdminTestServer({ template: 'small' });
  anna = await admin.signIn('owner');
  bea = await admin.signIn('owner');
});
afterAll(() => admin?.close());

const findLink = async (list: string): Promise<string> => {
  const html = await (await anna.get(list)).text();
  return new RegExp(`href="(${list}/(?:\\d+|terms))"`).exec(html)?.[1] ?? '';
};

/** Where the form is, which one it is, and the field that both of them change. */
const forms = [
  ['an industry', '/admin/industries', 'change', 'description'],
  ['an author', '/admin/authors', 'change', 'about'],
  ['a service', '/admin/services', 'change', 'name'],
  ['a redirect', '/admin/content/redirects', 'save', 'to'],
  ['an answer template', '/admin/enquiries/templates', 'save', 'subject'],
  ['a post', '/admin/content/blog', 'save', 'summary'],
  ['a press release', '/admin/content/press', 'save', 'summary'],
  ['a question', '/admin/content/faq', 'save', 'title'],
  ['a testimonial', '/admin/content/testimonials', 'save', 'name'],
  ['a client', '/admin/content/logos', 'save', 'name'],
  ['a policy', '/admin/content/policies', 'save', 'title'],
] as const;

test.each(forms)(
  'who saves %s that somebody else saved meanwhile sees both texts first, and loses none',
  async (_, list, intent, field) => {
    if (list.endsWith('redirects'))
      await anna.post(`${list}/new`, { intent: 'save', from: '/old-page', to: '/about' });
    const path = await findLink(list);
    expect(path).toContain(list);
    const read = async () => readForm(await (await anna.get(path)).text(), intent);
    const before = await read();
    const [annas, beas] = [`/reports?a=${list.length}`, `/reports?b=${list.length}`];
    const [hers, other] = [
      { ...before, [field]: annas },
      { ...before, [field]: beas },
    ];
    if (Object.hasOwn(before, 'kind') && before['kind'] === '' && list.endsWith('authors'))
      for (const typed of [hers, other]) Object.assign(typed, { kind: 'desk' });
    expect((await anna.post(path, hers)).status).toBe(303);
    const late = await bea.post(path, other);
    expect(late.status).toBe(409);
    const html = await late.text();
    expect(html).toContain('What is saved now');
    // What both left as it was is none of the differences.
    const listed = /admin-saved-now.*?<\/dl>/s.exec(html)?.[0] ?? '';
    expect(listed.match(/<dd>/g)).toHaveLength(1);
    expect(html).toMatch(new RegExp(`<dd>${annas.replace('?', '\\?')}</dd>`));
    const shown = readForm(html, intent);
    expect(shown[field]).toBe(beas);
    expect((await read())[field]).toBe(annas);
    // Her answer was lost, and she sends it again.
    expect((await anna.post(path, hers)).status).toBe(303);
    expect((await bea.post(path, shown)).status).toBe(303);
    expect((await read())[field]).toBe(beas);
  },
);
