import { drawCover } from '#core/catalogue/cover-image.model.ts';
import type { ReportCard } from '#core/catalogue/model.ts';
import { industryHueProps } from '#ui/hue.ts';
import { SvgDrawing } from '#ui/svg-drawing.tsx';

/** The report's cover, drawn from its main series; hidden from screen readers beside its title. */
export function ReportCover({
  report,
}: {
  report: Pick<
    ReportCard,
    'title' | 'industry' | 'industrySlug' | 'code' | 'publishedOn' | 'cover'
  >;
}) {
  const { className, style } = industryHueProps(report.industrySlug);
  return (
    <div className={`${className} self-start shadow-md`} style={style} aria-hidden="true">
      <SvgDrawing
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
