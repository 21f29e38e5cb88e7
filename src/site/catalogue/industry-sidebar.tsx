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
      <h2 id="categories" className="mb-3 text-[20px]">
        {texts.allCategories}
      </h2>
      {industries.length === 0 ? (
        <p>{texts.loadingIndustries}</p>
      ) : (
        <ul className="figures border-t border-rule text-[15px]">
          {industries.map(({ slug, name, reports }) => (
            <li key={slug} className="border-b border-rule">
              <a
                href={paths.industry(slug)}
                aria-current={slug === currentSlug ? 'page' : undefined}
                className={`flex justify-between gap-3 py-2 hover:underline ${
                  slug === currentSlug ? 'font-semibold' : ''
                }`}
              >
                <span>{name}</span>
                <span className="text-muted">{reports}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
