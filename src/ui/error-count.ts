const numberWords = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
];

/** "Please check three things": the head of a list of errors. */
export const describeErrorCount = (count: number): string =>
  `Please check ${numberWords[count] ?? count} ${count === 1 ? 'thing' : 'things'}`;
