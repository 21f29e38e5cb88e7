import { formatCount } from '#ui/format.ts';
import type { HomeFigures } from './load-home.ts';

/** Published reports with a price for which buyers would get nothing: it is not offered. */
export function UnsoldAlert({ unsold }: { readonly unsold: HomeFigures['unsold'] }) {
  if (!unsold || unsold.total === 0) return null;
  const count = formatCount(unsold.total, 'published report');
  return (
    <p role="alert" className="error">
      <a href="/admin/reports?view=unsold">
        {unsold.total === 1 ? `${count} has` : `${count} have`} a price and nothing to deliver for
        it
      </a>
      . Upload the files, or choose another delivery; until then nobody can buy there.
    </p>
  );
}
