import type { Industry } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';

/** The sidebar of report lists: every industry with the number of its reports. */
export function IndustrySidebar({
  industries,
  currentSlug,
}: {
  industries: readonly Industry[];
  currentSlug?: string;
}) {
  return (
    <aside aria-labelledby="categories" className="no-print">
      <h2 id="categories" className="categories-title">
        {texts.allCategories}
      </h2>
      {industries.length === 0 ? (
        <p>{texts.loadingIndustries}</p>
      ) : (
        <ul className="categories">
          {industries.map(({ slug, name, reports }) => (
            <li key={slug}>
              <a
                href={paths.industry(slug)}
                aria-current={slug === currentSlug ? 'page' : undefined}
              >
                <span>{name}</span>
                <span>{reports}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
