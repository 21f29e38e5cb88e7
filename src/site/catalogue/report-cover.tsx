import { drawCover } from '#core/catalogue/drawing/cover-image.model.ts';
import type { ReportCard } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { industryHueProps } from '#ui/hue.ts';
import { SvgDrawing } from '#ui/svg-drawing.tsx';

/**
 * The report's cover, as its publisher gave it or drawn from its main series; hidden from screen
 * readers beside its title.
 */
export function ReportCover({
  report,
}: {
  report: Pick<
    ReportCard,
    'title' | 'industry' | 'industrySlug' | 'code' | 'publishedOn' | 'cover' | 'coverPicture'
  >;
}) {
  const { className, style } = industryHueProps(report.industrySlug);
  const { code, coverPicture } = report;
  if (coverPicture)
    return (
      <img
        className="report-cover self-start shadow-md"
        src={paths.coverPicture(code, coverPicture)}
        width="132"
        height="176"
        alt=""
      />
    );
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
