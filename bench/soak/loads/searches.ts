import { addressOf, repeat, send, type Load } from '../client.ts';

const worstWords = [
  '-'.repeat(50),
  'semicondctor elctric vehcle battry lithum marktes globel forcast',
  'a or b or c or d or e or f or g or h or i or j',
  '%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_',
  '"'.repeat(200),
  'e '.repeat(100),
  'market -market market -market market',
  'ﷺ'.repeat(60),
  'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz',
];

export const searches: Load = {
  name: 'searches',
  description: '200 searches at once with the worst words, from 50 addresses',
  run: (context) =>
    repeat(context, 200, async (i) => {
      const words = encodeURIComponent(worstWords[i % worstWords.length] ?? '');
      const path =
        i % 2 === 0 ? `/custom_search?q=${words}&page=${i % 500}` : `/data/search?q=${words}`;
      context.count(await send(context, path, { localAddress: addressOf(i % 50) }));
    }),
};
