/** Key figures as a band shows them: a short value in large type, and what it is below. Pure. */
import type { KeyFigure } from '../reports/report-input.model.ts';

export type BandFigure = {
  readonly label: string;
  /** "$46.7 bn", "+1.3 %", "48 %" */
  readonly value: string;
  /** "tonnes, 2023 (source's estimate)" */
  readonly note: string;
};

/** How many figures a band has, and how long a value in large type may be. */
const bandSize = 4;
const maxValueLength = 14;
const magnitudes: Readonly<Record<string, string>> = {
  million: 'm',
  billion: 'bn',
  trillion: 'tn',
};

/**
 * The figures that say most at a glance: size, growth, price and leader, filled up with the others
 * in their order.
 */
export function pickBandFigures(figures: readonly KeyFigure[]): KeyFigure[] {
  const find = (fits: (figure: KeyFigure) => boolean): KeyFigure[] =>
    figures.filter(fits).slice(0, 1);
  const first = [
    ...figures.slice(0, 1),
    ...find(({ label }) => label.startsWith('Growth of ')),
    ...find(({ label }) => /\bprice\b/i.test(label)),
    ...find(({ label }) => label.startsWith('First in ')),
  ];
  return [...new Set([...first, ...figures])].slice(0, bandSize);
}

/** The figures as the band shows them: what all of them are about is named by the first alone. */
export function describeBand(figures: readonly KeyFigure[]): BandFigure[] {
  const shown = pickBandFigures(figures);
  const subject = shown[0]?.label.toLowerCase();
  return shown.map((figure) => {
    const [, kind, about] = /^(Growth of|First in) (.*)$/.exec(figure.label) ?? [];
    const isSame = about !== undefined && about.toLowerCase() === subject;
    const label = kind === 'Growth of' ? 'Growth' : 'Largest share';
    return toBandFigure(isSame ? { ...figure, label } : figure);
  });
}

/** A figure in two parts; a value that has no number, or a long one, stands whole. */
export function toBandFigure({ label, value, years: when = '' }: KeyFigure): BandFigure {
  const years = when.replace(" (source's estimate)", ', estimate');
  const [leader, amount = '', share] = value.split(/, (?=\d)/);
  if (leader !== undefined && amount !== '' && !/\d/.test(leader)) {
    const [first, second] = share ? [share, amount] : [amount, ''];
    const parts = splitValue(first);
    const who = [leader, share ? second : parts.unit, years].filter(Boolean).join(', ');
    return { label, value: parts.number, note: who };
  }
  const { number, unit } = splitValue(value);
  return { label, value: number, note: [unit, years].filter(Boolean).join(', ') };
}

/** "USD 46.7 billion" in "$46.7 bn" and ""; "843 million tonnes" in "843 m" and "tonnes". */
function splitValue(value: string): { number: string; unit: string } {
  const match =
    /^(?<sign>[+−±-]?)(?<currency>USD )?(?<digits>[\d.,]+)(?<percent>\s%)?(?: (?<magnitude>million|billion|trillion))?(?:-fold)?(?<rest>.*)$/.exec(
      value,
    );
  const { sign = '', currency, digits = '', percent, magnitude, rest = '' } = match?.groups ?? {};
  const scale = magnitude ? ` ${magnitudes[magnitude] ?? magnitude}` : '';
  const number = `${sign}${currency ? '$' : ''}${digits}${percent ? ' %' : ''}${scale}`;
  if (!match || number.length > maxValueLength) return { number: value, unit: '' };
  return { number, unit: rest.trim().replace(/^\((.*)\)$/, '$1') };
}
