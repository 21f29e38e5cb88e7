import sharp from 'sharp';
import {
  describeNote,
  describeSubject,
  describeUnit,
  drawChart,
  findChart,
  getChartSource,
  type Chart,
} from '#core/catalogue/drawing/charts.model.ts';
import { neutralColours } from '#core/catalogue/drawing/drawing-colours.model.ts';
import type { ReportDocument } from '#core/catalogue/reports/report-document.model.ts';
import { wrapText } from '#core/catalogue/drawing/text-width.model.ts';
import { industryHueColours } from './colours.ts';
import type { BasicFont } from './inter-fonts.ts';
import { renderOutlinedShapes } from './outlined-shapes.ts';
import { attributionOf } from './report-parts.ts';
import { outlineText } from './text-outlines.ts';

const padding = 20;
const widthPixelsPerUnit = 2;

type Line = { readonly text: string; readonly size: number; readonly font: BasicFont };
type Placed = Line & { readonly y: number; readonly isMuted: boolean };

/** A chart as a picture for slides and articles, in our own fonts, whatever is installed. */
export async function renderChartPng(document: ReportDocument, key: string): Promise<Uint8Array> {
  const chart = findChart(document.figures, key);
  if (!chart) throw new Error(`Report ${document.code} has no chart ${key}`);
  const png = await sharp(Buffer.from(await composeSvg(document, chart)), {
    density: 72 * widthPixelsPerUnit,
  })
    .png({ palette: true })
    .toBuffer();
  return new Uint8Array(png);
}

async function composeSvg(document: ReportDocument, chart: Chart): Promise<string> {
  const drawing = drawChart(chart, 'medium');
  const hues = industryHueColours(document.industrySlug);
  const { accent = neutralColours.accent } = document;
  const palette = { ...neutralColours, ...hues, accent };
  const head = placeLines(
    [
      ...wrap(chart.finding, 20, 'serif', drawing.width),
      ...wrap(describeSubject(chart), 13, 'sans', drawing.width),
      ...wrap(describeUnit(chart), 13, 'sans', drawing.width),
    ],
    padding,
  );
  const top = head.bottom + 12;
  const source = [attributionOf(document, getChartSource(chart)), describeNote(chart)];
  const foot = placeLines(
    [
      ...wrap(source.filter(Boolean).join(' '), 12, 'sans', drawing.width),
      ...wrap(`${document.publisher}, ${document.code}`, 12, 'sans', drawing.width),
    ],
    top + drawing.height + 10,
  );
  const [width, height] = [drawing.width + 2 * padding, Math.ceil(foot.bottom + padding - 6)];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="${palette.paper}"/>` +
    [...head.lines, ...foot.lines]
      .map((line) =>
        outlineText({ ...line, x: padding, fill: palette[line.isMuted ? 'muted' : 'ink'] }),
      )
      .join('') +
    `<g transform="translate(${padding} ${top})">${await renderOutlinedShapes(drawing.shapes, palette)}</g></svg>`
  );
}

const wrap = (text: string, size: number, font: BasicFont, maxWidth: number): Line[] =>
  wrapText(text, size, maxWidth).map((line) => ({ text: line, size, font }));

/** Lines one below the other, from `top` down; small ones are muted. */
function placeLines(lines: readonly Line[], top: number): { lines: Placed[]; bottom: number } {
  let bottom = top;
  const placed = lines.map((line) => {
    const y = Math.round(bottom + line.size);
    bottom += line.size * 1.38;
    return { ...line, y, isMuted: line.font === 'sans' };
  });
  return { lines: placed, bottom };
}
