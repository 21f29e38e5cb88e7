import { colours, findSeries, lineTo, readDemoFigures, rect, svgFile, text } from './svg-file.ts';

const { ink, paper, wash, muted, accent, blue, teal } = colours;

/** Portraits of the sample testimonials, marks of kinds of clients, and the banner of About Us. */
export const drawPeopleAndClients = (): Record<string, string> => ({
  'portraits/strategy.svg': drawPortrait('Head of strategy', blue, 'M34 46q14 -22 28 0'),
  'portraits/procurement.svg': drawPortrait('Procurement analyst', teal, 'M32 54q0 -30 32 -22'),
  'portraits/librarian.svg': drawPortrait('Librarian', accent, 'M33 60q-4 -34 15 -34t15 34'),
  'portraits/investment.svg': drawPortrait('Investment associate', ink, 'M34 42q14 -14 28 0'),
  ...Object.fromEntries(
    clientMarks.map(([name, mark]) => [
      `clients/${name.toLowerCase().replaceAll(' ', '-')}.svg`,
      svgFile(
        240,
        56,
        name,
        lineTo(mark, muted, 2.5) +
          text(50, 36, name, { size: 21, fill: muted, bold: true, serif: true }),
      ),
    ]),
  ),
  'about/banner.svg': drawBanner(),
});

const clientMarks: readonly (readonly [name: string, mark: string])[] = [
  ['Manufacturers', 'M6 44V24l10 8V24l10 8V14h10v30z'],
  ['Banks', 'M6 24L21 12l15 12zM10 28v12M21 28v12M32 28v12M6 44h30'],
  ['Consultancies', 'M6 44V32M16 44V24M26 44V28M36 44V14'],
  ['Universities', 'M4 24l17 -10l17 10l-17 10zM12 30v10q9 6 18 0V30'],
  ['Public agencies', 'M8 44V22h26v22zM21 22V10l9 4l-9 4M16 44V32h10v12'],
  ['Trade associations', 'M14 22a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M6 44q3 -14 15 -14t15 14'],
];

/** A head and shoulders without a face: nobody's, since the testimonials are samples. */
const drawPortrait = (name: string, colour: string, hair: string): string =>
  svgFile(
    96,
    96,
    `${name}, a drawn sample`,
    rect([0, 0, 96, 96], wash) +
      `<path d="M14 96q4 -30 34 -30t34 30z" fill="${colour}"/>` +
      `<circle cx="48" cy="46" r="17" fill="${paper}" stroke="${colour}" stroke-width="2.5"/>` +
      lineTo(hair, colour, 6),
  );

function drawBanner(): string {
  const series = findSeries(readDemoFigures('crops-and-grains', 'psd:wheat'), 'production').points;
  const most = Math.max(...series.map(([, value]) => value));
  const points = series.map(([, value], i) => {
    const x = Math.round((i / (series.length - 1)) * 1200);
    return `${x} ${Math.round(290 - (value / most) * 230)}`;
  });
  const years = `${series[0]?.[0]} to ${series.at(-1)?.[0]}`;
  return svgFile(
    1200,
    320,
    `World wheat production, ${years}`,
    rect([0, 0, 1200, 320], wash) +
      `<path d="M0 320L${points.join('L')}L1200 320z" fill="#e6e1d2"/>` +
      lineTo(`M${points.join('L')}`, accent, 3),
  );
}
