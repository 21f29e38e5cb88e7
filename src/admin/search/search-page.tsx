import type { Route } from './+types/search-page.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { loadSearch } from './load-search.ts';

export const handle: AdminHandle = { verb: 'search.use' };

export const loader = ({ context, request }: Route.LoaderArgs) => loadSearch(context, request.url);

/** The search over everything as a page: what the field in the top bar leads to. */
export default function SearchPage({ loaderData: { query, groups } }: Route.ComponentProps) {
  return (
    <AdminPage title={query === '' ? 'Search' : `“${query}”`}>
      <form className="admin-filters" action="/admin/search">
        <label className="admin-filter">
          <span>Name, number, code or email</span>
          <input name="q" type="search" maxLength={100} defaultValue={query} />
        </label>
        <button type="submit" className="admin-button">
          Search
        </button>
      </form>
      {groups.length === 0 && query !== '' && (
        <p className="admin-empty">Nothing was found that your role may see.</p>
      )}
      {groups.map(({ title, rows, viewAll }) => (
        <AdminSection key={title} title={title} aside={viewAll && <a href={viewAll}>View all</a>}>
          <ul className="admin-found">
            {rows.map((row) => (
              <li key={row.href}>
                <a href={row.href}>{row.title}</a> <span className="admin-by">{row.note}</span>
              </li>
            ))}
          </ul>
        </AdminSection>
      ))}
    </AdminPage>
  );
}
