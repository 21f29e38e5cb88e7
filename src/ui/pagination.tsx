/** Numbered pages of a list as links; nothing if there is one page. */
export function Pagination({
  page,
  pageCount,
  href,
}: {
  page: number;
  pageCount: number;
  href: (page: number) => string;
}) {
  if (pageCount < 2) return null;
  const shownPages = [...new Set([1, page - 1, page, page + 1, pageCount])].filter(
    (number) => number >= 1 && number <= pageCount,
  );
  return (
    <nav aria-label="Pages" className="no-print mt-8 flex flex-wrap items-center gap-1 text-[15px]">
      {page > 1 && (
        <a className="px-3 py-2 hover:underline" rel="prev" href={href(page - 1)}>
          Previous
        </a>
      )}
      {shownPages.map((number, index) => (
        <span key={number} className="flex items-center">
          {index > 0 && number - (shownPages[index - 1] ?? 0) > 1 && (
            <span className="px-1 text-muted" aria-hidden="true">
              …
            </span>
          )}
          <a
            href={href(number)}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`Page ${number}`}
            className={`grid min-w-11 place-items-center rounded px-2 py-2 ${
              number === page ? 'bg-ink text-paper' : 'hover:bg-wash'
            }`}
          >
            {number}
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
