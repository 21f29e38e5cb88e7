/** Numbered pages with real links; nothing where there is one page. */
export function PageLinks({
  page,
  pages,
  href,
}: {
  page: number;
  pages: number;
  href: (page: number) => string;
}) {
  if (pages < 2) return null;
  const near = [...new Set([1, page - 1, page, page + 1, pages])].filter(
    (one) => one >= 1 && one <= pages,
  );
  return (
    <nav aria-label="Pages" className="no-print mt-8 flex flex-wrap items-center gap-1 text-[15px]">
      {page > 1 && (
        <a className="px-3 py-2 hover:underline" rel="prev" href={href(page - 1)}>
          Previous
        </a>
      )}
      {near.map((one, i) => (
        <span key={one} className="flex items-center">
          {i > 0 && one - (near[i - 1] ?? 0) > 1 && (
            <span className="px-1 text-muted" aria-hidden="true">
              …
            </span>
          )}
          <a
            href={href(one)}
            aria-current={one === page ? 'page' : undefined}
            aria-label={`Page ${one}`}
            className={`grid min-w-11 place-items-center rounded px-2 py-2 ${one === page ? 'bg-ink text-paper' : 'hover:bg-wash'}`}
          >
            {one}
          </a>
        </span>
      ))}
      {page < pages && (
        <a className="px-3 py-2 hover:underline" rel="next" href={href(page + 1)}>
          Next
        </a>
      )}
    </nav>
  );
}
