import { drawHero } from '#core/catalogue/home-hero.model.ts';
import { paths } from '#src/paths.ts';
import { formatCount } from '#ui/format.ts';
import { SvgDrawing } from '#ui/svg-drawing.tsx';

type Props = {
  readonly reportCount: number;
  readonly industryCount: number;
  readonly hero: Parameters<typeof drawHero>[0];
};

/** What the store sells, beside a banner drawn from its newest reports. */
export function HomeHero({ reportCount, industryCount, hero }: Props) {
  return (
    <section className="border-b border-rule">
      <div className="wrap grid items-center gap-10 py-14 lg:grid-cols-[5fr_6fr] lg:py-20">
        <div className="grid justify-items-start gap-6">
          <h1 className="text-[40px] leading-[1.1] sm:text-[52px]">
            Market figures you can check before you trust them
          </h1>
          <p className="max-w-[52ch] text-[18px] text-muted">
            {formatCount(reportCount, 'report')} on{' '}
            {formatCount(industryCount, 'industry', 'industries')}, each written from public
            statistics, with the source, unit and year beside every number.
          </p>
          <p className="flex flex-wrap gap-3">
            <a className="button" href={paths.reportStore()}>
              Browse the report store
            </a>
            <a className="button quiet" href={paths.industries()}>
              See all industries
            </a>
          </p>
        </div>
        {hero.length > 0 && (
          <figure>
            <SvgDrawing drawing={drawHero(hero)} />
            <figcaption className="label mt-2">
              Drawn from the main series of our newest reports, each on its own scale.
            </figcaption>
          </figure>
        )}
      </div>
    </section>
  );
}

/** The existing clients as a link to their page; nothing where there are none. */
export function ClientNames({
  clients,
}: {
  clients: readonly { readonly id: number; readonly name: string }[];
}) {
  if (clients.length === 0) return null;
  return (
    <section aria-label="Who reads us" className="border-b border-rule bg-wash">
      <a
        href={paths.clients()}
        className={
          'wrap flex flex-wrap items-center justify-center gap-x-10 gap-y-3 py-6 ' +
          'font-serif text-[17px] text-muted hover:text-ink'
        }
      >
        {clients.map(({ id, name }) => (
          <span key={id}>{name}</span>
        ))}
      </a>
    </section>
  );
}
