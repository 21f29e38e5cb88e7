import type { Route } from './+types/report-chart.ts';
import { drawChart, findChart } from '#core/catalogue/drawing/charts.model.ts';
import { renderSvgFile } from '#core/catalogue/drawing/svg-file.model.ts';
import { appContext } from '#site/context.ts';
import { staffContext } from '#admin/context.ts';
import { readId } from '#admin/frame/read-id.ts';
import { unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';

export const handle: AdminHandle = { verb: 'report.read' };

/** A chart of the draft as a picture, for its editor; 404 if its figure can't be drawn (yet). */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { editing } = context.get(appContext).catalogue;
  const report = unwrap(await editing.previews.show(actor, readId(params.id)));
  const key = new URL(request.url).searchParams.get('key') ?? '';
  const chart = findChart(report.figures, key);
  const headers = { 'cache-control': 'private, no-store' };
  if (!chart) return new Response('There is no such chart.', { status: 404, headers });
  return new Response(renderSvgFile(drawChart(chart, 'narrow'), report.industrySlug), {
    headers: { ...headers, 'content-type': 'image/svg+xml' },
  });
}
