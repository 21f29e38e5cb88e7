/** Numbered pages with real links; nothing where there is one page. */
export function Pagination({
  page,
  pages: pageCount,
  href,
}: {
  page: number;
  pages: number;
  href: (page: number) => string;
}) {
  if (pageCount < 2) return null;
  const shownPages = [...new Set([1, page - 1, page, page + 1, pageCount])].filter(
    (one) => one >= 1 && one <= pageCount,
  );
  return (
    <nav aria-label="Pages" className="no-print mt-8 flex flex-wrap items-center gap-1 text-[15px]">
      {page > 1 && (
        <a className="px-3 py-2 hover:underline" rel="prev" href={href(page - 1)}>
          Previous
        </a>
      )}
      {shownPages.map((one, i) => (
        <span key={one} className="flex items-center">
          {i > 0 && one - (shownPages[i - 1] ?? 0) > 1 && (
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
      {page < pageCount && (
        <a className="px-3 py-2 hover:underline" rel="next" href={href(page + 1)}>
          Next
        </a>
      )}
    </nav>
  );
}
