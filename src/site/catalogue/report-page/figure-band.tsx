import type { Source } from '#core/catalogue/figures/figures.model.ts';
import { describeBand, pickBandFigures } from '#core/catalogue/figures/key-figures.model.ts';
import type { KeyFigure } from '#core/catalogue/reports/report-input.model.ts';

/** At most four key figures side by side, with their years, and one line for all their sources. */
export function FigureBand({
  figures,
  sources,
}: {
  figures: readonly KeyFigure[];
  sources: readonly Source[];
}) {
  const shown = pickBandFigures(figures);
  if (shown.length === 0) return null;
  return (
    <section className="figure-band" aria-label="Key figures">
      <dl data-figures={shown.length}>
        {describeBand(figures).map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figure-band-value">{value}</dd>
            <dd>{note}</dd>
          </div>
        ))}
      </dl>
      {shown.some(({ source }) => source) && (
        <p className="figure-band-source">{describeSources(shown, sources)}</p>
      )}
    </section>
  );
}

const countWords = ['', '', 'both', 'all three', 'all four'];

/** "Source of all four: … Growth, sums and shares are our calculation." */
function describeSources(figures: readonly KeyFigure[], sources: readonly Source[]): string {
  const names = [...new Set(figures.flatMap(({ source }) => source ?? []))].map(
    (id) => sources.find((source) => source.id === id)?.name ?? id,
  );
  const which = names.length === 1 && figures.length > 1 ? ` of ${countWords[figures.length]}` : '';
  const isComputed = figures.some((figure) => figure.isComputed);
  const ours = isComputed ? ' Growth, sums and shares are our calculation.' : '';
  return `${names.length > 1 ? 'Sources' : 'Source'}${which}: ${names.join('; ').replace(/[.]?$/, '.')}${ours}`;
}
