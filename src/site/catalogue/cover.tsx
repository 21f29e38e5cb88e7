import { drawCover } from '#core/catalogue/cover.model.ts';
import type { Card } from '#core/catalogue/model.ts';
import { hued } from '#ui/hue.ts';
import { Picture } from '#ui/drawing.tsx';

/** The report's cover, drawn from its own main series. It repeats what stands beside it, so that it is silent to screen readers. */
export function Cover({
  report,
}: {
  report: Pick<Card, 'title' | 'industry' | 'industrySlug' | 'code' | 'publishedOn' | 'cover'>;
}) {
  const { className, style } = hued(report.industrySlug);
  return (
    <div className={`${className} self-start shadow-md`} style={style} aria-hidden="true">
      <Picture
        drawing={drawCover({
          title: report.title,
          industry: report.industry,
          code: report.code,
          edition: report.publishedOn.slice(0, 4),
          figures: report.cover,
        })}
      />
    </div>
  );
}
