import type { Source } from '#core/catalogue/figures.model.ts';
import type { KeyFigure } from '#core/catalogue/report-text.model.ts';

/** A report's key figures, each with its years and source; those that we computed say so. */
export function KeyFigures({
  figures,
  sources,
}: {
  figures: readonly KeyFigure[];
  sources: readonly Source[];
}) {
  const sourceName = (id: string): string => sources.find((source) => source.id === id)?.name ?? id;
  return (
    <dl
      className={
        'figures mt-8 grid gap-px overflow-hidden rounded border border-rule bg-rule ' +
        'sm:grid-cols-2 xl:grid-cols-3'
      }
    >
      {figures.map((figure) => (
        <div key={figure.label} className="grid content-start bg-sheet p-4">
          <dt className="label">{figure.label}</dt>
          <dd className="font-serif text-[22px] font-semibold leading-tight text-hue">
            {figure.value}
          </dd>
          <dd className="label mt-1">
            {figure.years} · {sourceName(figure.source)}
            {figure.computed ? ', our calculation' : ''}
          </dd>
        </div>
      ))}
    </dl>
  );
}
