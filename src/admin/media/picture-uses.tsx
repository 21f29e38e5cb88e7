import type { PictureUse } from '#core/media/model.ts';
import { AdminSection } from '#admin/frame/admin-page.tsx';

const pages: Readonly<Record<PictureUse['kind'], (id: number) => string>> = {
  report: (id) => `/admin/reports/${id}/edit`,
  draft: (id) => `/admin/reports/${id}/edit`,
  edition: (id) => `/admin/reports/${id}/versions`,
  'blog post': (id) => `/admin/content/blog/${id}`,
  'press release': (id) => `/admin/content/press/${id}`,
  service: (id) => `/admin/services/${id}`,
  question: (id) => `/admin/content/faq/${id}`,
  testimonial: (id) => `/admin/content/testimonials/${id}`,
  'client logo': (id) => `/admin/content/logos/${id}`,
  settings: () => '/admin/settings',
};

/** Where a picture stands, each a link. */
export const PictureUses = ({ uses }: { readonly uses: readonly PictureUse[] }) => (
  <AdminSection title="Where it is used">
    {uses.length === 0 ? (
      <p>Nowhere yet.</p>
    ) : (
      <ul className="admin-beside">
        {uses.map(({ kind, id, label }) => (
          <li key={`${kind} ${id} ${label}`}>
            <a className="link" href={pages[kind](id)}>
              {label}
            </a>{' '}
            <span className="admin-by">{kind}</span>
          </li>
        ))}
      </ul>
    )}
  </AdminSection>
);
