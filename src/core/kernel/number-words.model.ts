const small = [
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
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/** "nine", "thirty", "forty-two"; in digits from 100. */
export function spellNumber(count: number): string {
  const word = small[count] ?? tens[Math.floor(count / 10) - 2];
  if (word === undefined || !Number.isInteger(count)) return String(count);
  return count < 20 || count % 10 === 0 ? word : `${word}-${small[count % 10]}`;
}
