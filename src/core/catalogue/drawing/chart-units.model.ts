/** Units as charts print them: named once in words, short at each tick ("180 kt", "$150 bn"). */

/** How values of a chart are printed. */
export type ValueFormat = {
  /** "Tonnes", "U.S. dollars": stands above the chart once. */
  readonly unitName: string;
  /** A tick: "$150 bn", "20 %", "4,000". */
  readonly formatTick: (value: number) => string;
  /** A value at its point, with its unit if that is short: "$46,000", "3,400 t", "13.8 m". */
  readonly formatValue: (value: number) => string;
};

type Unit = {
  readonly name: string;
  /** Base units in one unit of the source: 1,000 for "thousand tonnes". */
  readonly factor: number;
  readonly prefix?: string;
  readonly suffix?: string;
  /** From the largest value on, in base units: what one step of a magnitude is, and its name. */
  readonly magnitudes?: readonly (readonly [from: number, divisor: number, suffix: string])[];
};

const moneyMagnitudes = [
  [1e12, 1e12, ' tn'],
  [1e9, 1e9, ' bn'],
  [1e6, 1e6, ' m'],
  [1e4, 1e3, 'k'],
] as const;
const countMagnitudes = [
  [1e9, 1e9, ' bn'],
  [1e6, 1e6, ' m'],
] as const;
const tonneMagnitudes = [
  [1e6, 1e6, ' Mt'],
  [1e4, 1e3, ' kt'],
  [0, 1, ' t'],
] as const;

const dollars = { prefix: '$', magnitudes: moneyMagnitudes } as const;
const tonnes = (factor: number, name = 'Tonnes'): Unit => ({
  name,
  factor,
  magnitudes: tonneMagnitudes,
});
const counted = (factor: number, name: string): Unit => ({
  name,
  factor,
  magnitudes: countMagnitudes,
});

const units: Readonly<Record<string, Unit>> = {
  'USD million': { name: 'U.S. dollars', factor: 1e6, ...dollars },
  'current USD': { name: 'Current U.S. dollars', factor: 1, ...dollars },
  'million 2017 dollars': { name: 'U.S. dollars of 2017', factor: 1e6, ...dollars },
  tonnes: tonnes(1),
  'thousand tonnes': tonnes(1e3),
  'million tonnes': tonnes(1e6),
  'thousand tonnes carcass weight': tonnes(1e3, 'Tonnes, carcass weight'),
  kilograms: {
    name: 'Kilograms',
    factor: 1,
    magnitudes: [
      [1e9, 1e9, ' Mt'],
      [1e7, 1e6, ' kt'],
      [1e4, 1e3, ' t'],
      [0, 1, ' kg'],
    ],
  },
  'thousand hectares': counted(1e3, 'Hectares'),
  'thousand 480 lb bales': counted(1e3, 'Bales of 480 lb'),
  'thousand 60 kg bags': counted(1e3, 'Bags of 60 kg'),
  TEU: counted(1, 'Standard containers (TEU)'),
};

/** A unit that the table lacks: dollars and cents by their beginning, percentages, else a count. */
function readUnit(unit: string): Unit {
  const known = units[unit];
  if (known) return known;
  if (unit.startsWith('USD per '))
    return { name: `U.S. dollars ${unit.slice(4)}`, factor: 1, ...dollars };
  if (unit.startsWith('US cents per '))
    return { name: `U.S. cents ${unit.slice(9)}`, factor: 1, suffix: '¢' };
  if (unit.startsWith('% of ') || unit === '%')
    return { name: `Percent ${unit.slice(2)}`.trim(), factor: 1, suffix: ' %' };
  if (/^\d{4} = 100$/.test(unit)) return { name: `Index, ${unit}`, factor: 1 };
  return counted(1, unit.charAt(0).toUpperCase() + unit.slice(1));
}

const decimalFormats = [0, 1, 2, 3, 4].map(
  (maximumFractionDigits) => new Intl.NumberFormat('en-US', { maximumFractionDigits }),
);
/** Halves of a cent as in the texts: toFixed makes 3.52 of 3.525. */
const centsFormat = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
/** A true minus sign, as in the texts. */
const formatDecimal = (value: number, digits: number): string =>
  (decimalFormats[Math.min(4, Math.max(0, digits))]?.format(value) ?? '').replace(/^-/, '−');

/** Digits behind the point that leave three significant ones. */
const countDecimals = (value: number): number =>
  value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));

/**
 * How values of a unit are printed in a chart whose largest value is `largest` (in the source's
 * unit). All ticks have one magnitude; a value of a smaller one is printed in its own.
 */
export function createValueFormat(sourceUnit: string, largest: number): ValueFormat {
  const { name, factor, prefix = '', suffix = '', magnitudes = [] } = readUnit(sourceUnit);
  const findMagnitude = (value: number) =>
    magnitudes.find(([from]) => Math.abs(value * factor) >= from) ?? ([0, 1, ''] as const);
  const [, divisor, tickSuffix] = findMagnitude(largest);
  const sign = (value: number): string => (value < 0 ? '−' : '') + prefix;
  const print = (value: number, digits: number, ending: string): string =>
    sign(value) + formatDecimal(Math.abs(value), digits) + ending;
  return {
    unitName: name,
    formatTick: (value) =>
      value === 0
        ? '0'
        : print(
            (value * factor) / divisor,
            4,
            (isPlainSymbol(tickSuffix) ? '' : tickSuffix) + suffix,
          ),
    formatValue: (value) => {
      const [, ownDivisor, ownSuffix] = findMagnitude(value);
      // Thousands of dollars are printed in full: "$46,000".
      const [by, ending] = ownSuffix === 'k' ? [1, ''] : [ownDivisor, ownSuffix];
      const scaled = (value * factor) / by;
      if (prefix === '$' && by === 1 && isPriceInCents(scaled))
        return sign(value) + centsFormat.format(Math.abs(scaled));
      const digits = by === 1 && Math.abs(scaled) >= 100 ? 0 : countDecimals(scaled);
      return print(scaled, digits, ending + suffix);
    },
  };
}

/** Prices such as "$7.80" have their cents; smaller ones need more digits, larger ones fewer. */
const isPriceInCents = (price: number): boolean => Math.abs(price) >= 0.1 && Math.abs(price) < 100;

/** Ticks in the unit that stands above the chart have no symbol: "4,000" under "Tonnes". */
const isPlainSymbol = (suffix: string): boolean => suffix === ' t' || suffix === ' kg';
