/** Terms that every report uses, with their meanings, for the chapter "Terms used". */
export const glossary = [
  [
    'Compound annual growth',
    'The constant yearly rate that leads from the first value to the last one: the last value ' +
      'divided by the first, to the power of one over the number of years, minus one.',
  ],
  [
    'Current and constant prices',
    'A value in current prices is what was paid. In constant prices it is divided by a price ' +
      'index, so that it moves with volume alone.',
  ],
  [
    'Estimate',
    'A value that the source itself marks as provisional or estimated. Drawn as a dashed line.',
  ],
  [
    'Projection',
    'A value that the source expects of a year that is not over. Drawn as a dashed line, and part ' +
      'of no newest value, growth rate, record or ranking.',
  ],
  [
    'Computed',
    "A value that we calculated from the source's figures. The formula stands in the chapter on " +
      'method.',
  ],
  [
    'Share',
    'A part divided by the whole, where the source gives the whole and it is not smaller than ' +
      'its parts.',
  ],
  ['Turning point', 'A peak or trough from which the series moved by more than its usual scatter.'],
] as const;
