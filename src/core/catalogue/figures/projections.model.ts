/** Years that a source only projects. Pure. */
import type { Figures, Series } from './figures.model.ts';

/** A series without the years that its source only projects. */
export const removeProjections = (series: Series): Series => {
  const { points, projectedFrom } = series;
  if (projectedFrom === undefined) return series;
  return { ...series, points: points.filter(([year]) => year < projectedFrom) };
};

/** Figures of actual years alone: what a list or a cover calls newest is never projected. */
export const removeProjectedYears = (figures: Figures): Figures => ({
  ...figures,
  series: figures.series.map(removeProjections),
});
