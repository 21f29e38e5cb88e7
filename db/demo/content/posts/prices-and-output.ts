import type { SeedContent } from '#core/content/model.ts';

/** Posts on what dollars and prices say. Their figures are those of the charts beside them. */
export const pricesAndOutput: SeedContent['blogPosts'] = [
  {
    slug: 'output-in-dollars-is-not-output',
    name: 'Output in dollars is not output: coal earned 75 % more and made 47 % less',
    image: 'posts/coal-dollars-and-volume.svg',
    createdAt: '2026-10-20T09:00:00Z',
    html: `<p>A branch that sells a tenth more for a tenth higher prices has not made one piece more. Dollar figures are the ones that are printed, because invoices are in dollars; but they mix two movements that have different causes.</p>
<h2>Coal as the example</h2>
<p>American coal mining had a gross output of 26.4 billion dollars in 1997 and of 46.3 billion in 2023, three quarters more. Read alone, that is an industry that grows by 2.2 % a year. In the same years the price index of its output rose from 46.5 to 153.0 (2017 = 100), to 3.3 times what it was. Divide one by the other and what is left moves with volume: 56.8 billion dollars of 2017 at the beginning, 30.3 billion at the end. With prices taken out, the industry makes 47 % less.</p>
<p>The last two years show the same in small. From 2021 to 2023 output in dollars rose by 40 %, from 33.0 to 46.3 billion. Prices rose by 37 %. The volume behind it grew by 2 %.</p>
<h2>How the calculation works</h2>
<p>Statistical offices publish a price index for each industry beside its output. Gross output divided by that index, times one hundred, is output in the prices of the index’s base year, here 2017. Our reports on American industries print all three series: the value, the price index and the quotient. The quotient is called computed, because it is ours and not the statistical office’s own chained measure, from which it can differ a little.</p>
<h2>What to look for</h2>
<p>Compare the two growth rates over the same years. Where prices did most of the work, a fall of prices can undo the growth without a single plant closing, and a supplier who sells by the tonne will not have noticed the boom at all. Where volume did it, capacity is the question to ask next: who built it, and is it used?</p>
<p>Two mistakes are common. The first is to compare a nominal value of this year with a real one of another source. The second is to take the general inflation rate for an industry’s own price. It says nothing about coal.</p>
<h2>What this does not say</h2>
<p>An index of output prices is an average of many contracts. It does not say what a mine gets for a tonne of one quality, and constant dollars are no tonnes: a shift to better coal counts as more output.</p>
<p>Reports on this: <a href="/industries/oil-gas-and-coal">Oil, Gas &amp; Coal</a>.</p>
<p>Source: U.S. Bureau of Economic Analysis, gross output and its price index by detailed industry, 1997 to 2023, million dollars and 2017 = 100. Real output computed by us.</p>`,
  },
  {
    slug: 'chips-cost-a-tenth',
    name: 'Chips cost a tenth of what they did: ten times the volume for the same dollars',
    image: 'posts/chips-cost-a-tenth.svg',
    createdAt: '2026-10-27T09:00:00Z',
    html: `<p>American makers of semiconductors had a gross output of 81.4 billion dollars in 1997 and of 78.3 billion in 2023. In a chart of dollars the line is flat, and a reader who knows nothing else would think that nothing happened in a quarter of a century.</p>
<h2>The other half of the figure</h2>
<p>The price index of the same output stood at 1,022.5 in 1997 and at 95.4 in 2023 (2017 = 100). It fell by 91 %. Divide the dollars by the index and the picture turns: from 8.0 to 82.0 billion dollars of 2017, to 10.3 times as much. This is the mirror image of coal, where dollars grew and volume shrank.</p>
<p>Most of the fall came early. In the three years to 2000 the index lost 68 %, in the seventeen years after it another 69 %, and since 2017 it has hardly moved. It even rose from 90.4 in 2021 to 95.4 in 2023, when buyers were short of chips. A forecast that continues the old fall would be wrong by its main assumption.</p>
<h2>What such an index measures</h2>
<p>Nobody sells “the same chip” for twenty-six years. Statisticians compare products by what they can do: if a part with twice the memory costs the same as its predecessor, they book a lower price and more output. The ten-fold volume is therefore largely quality. It does not mean ten times as many wafers, plants or people. Whoever sells gases, masks or machines to these plants should look at wafers, and whoever sells computing power should look at the real series.</p>
<h2>Where the chips come from</h2>
<p>The benchmark tables of 2017 show what the American supply was made of: 50.5 billion dollars from domestic plants and 30.3 billion of imports, before trade margins and freight. The output of an industry is thus not its market. We print both where the tables allow it, and say “output” where they do not.</p>
<h2>How to read our report</h2>
<p>Begin with the price index. If it moves by more than a few per cent a year in either direction, the dollar chart alone cannot be trusted, and a market size of a future year without the words “nominal” or “real” is not a number yet.</p>
<p>Reports on this: <a href="/industries/semiconductors-and-electronics">Semiconductors &amp; Electronics</a>.</p>
<p>Source: U.S. Bureau of Economic Analysis, gross output, price index and Supply and Use tables of 2017, semiconductor and related device manufacturing. Real output computed by us.</p>`,
  },
  {
    slug: 'gas-has-no-world-price',
    name: 'Gas has no world price: Europe paid 6.3 times as much as America in 2022',
    image: 'posts/gas-has-no-world-price.svg',
    createdAt: '2026-10-13T09:00:00Z',
    html: `<p>In 2005 a million Btu of natural gas cost 8.92 dollars in the United States and 6.33 in Europe. America was the expensive place. In 2022 it was 6.37 and 40.34, and in 2025 it was 3.53 and 11.96. These are yearly means of the World Bank’s monthly prices.</p>
<h2>When the two parted</h2>
<p>Until 2008 the two lines crossed several times. Then American prices fell from 8.86 to 3.95 dollars within a year and have not been above 6.40 since, while European ones stayed between 8.29 and 11.79 dollars from 2009 to 2014. In 2012 Europe paid 4.2 times as much. In 2020, when demand fell everywhere, the factor was down to 1.6; two years later it was 6.3. In 2025 it is 3.4.</p>
<h2>Why it can last</h2>
<p>Oil is shipped anywhere at a small part of its price. Gas needs a pipe, or a plant that cools it, a special ship and a plant that warms it again. The difference between two regions can therefore stay as wide as those plants allow, for years. Japan, which buys its gas by ship, paid 16.55 dollars in 2012, 18.43 in 2022 and 12.04 in 2025: near to Europe, not to America, though each of the three moves by its own contracts.</p>
<h2>What follows for a buyer</h2>
<p>A market figure for gas that names no region can be wrong by a factor of three or six. The same holds for what is made of gas. Ammonia, urea, glass and bricks carry the local price in their cost, so that a European and an American plant can face opposite years. Ask of each cost model which price it uses, which month, and whether it is a hub’s price or that of a long contract.</p>
<h2>What the series does not say</h2>
<p>The European series has changed its basis in the past: older years rest on average import prices, newer ones on the Dutch trading hub. Taxes, grid fees and the price that a household pays are in neither. And a yearly mean hides the peaks: a plant that bought in the wrong week of 2022 paid far more than 40 dollars.</p>
<p>Reports on this: <a href="/industries/oil-gas-and-coal">Oil, Gas &amp; Coal</a>.</p>
<p>Source: World Bank Commodity Price Data (The Pink Sheet), CC BY 4.0, dollars per million Btu, yearly means computed by us from monthly prices.</p>`,
  },
  {
    slug: 'film-grew-newspapers-shrank',
    name: 'Film and video sells 2.5 times what it did in 1997, newspapers little more than half',
    image: 'posts/film-grew-newspapers-shrank.svg',
    createdAt: '2026-11-03T09:00:00Z',
    html: `<p>Two industries of American media began in the same year with figures that were not far apart. Motion pictures and video had a gross output of 69.7 billion dollars in 1997, newspaper publishers of 42.1 billion. In 2023 it was 171.2 and 23.5 billion: 2.5 times as much, and 44 % less.</p>
<h2>Two turning points</h2>
<p>Newspapers did not fall from the start. They reached 50.6 billion dollars in 2000 and stood at 50.5 billion as late as 2005. The break came after it: 36.1 billion in 2009, 30.4 in 2012, 22.8 in 2020. Since then they have moved sideways, between 22.8 and 23.9 billion.</p>
<p>Film and video knows two setbacks: from 116.1 billion dollars in 2007 to 104.9 in 2009, and from 144.8 in 2019 to 124.1 in 2020, a fall of 14 % within a year. Both times the old level was passed again, after the second one within two years.</p>
<h2>Prices make the gap wider</h2>
<p>The price index of newspapers’ output rose by 79 % from 1997 to 2023, that of film and video by 12 %. Newspapers asked more of fewer readers and advertisers: with prices taken out, their output fell by 69 %, from 60.4 to 18.9 billion dollars of 2017. That of film and video rose to 2.2 times, from 75.3 to 164.8 billion. In dollars newspapers lost less than half; in volume they lost more than two thirds.</p>
<h2>What it means, and what it does not</h2>
<p>The industry “newspaper publishers” counts publishers whose main business it is, with their web pages. It is not the market for news. A broadcaster’s website is in broadcasting, and a search engine’s share of the advertising that papers lost is in another industry again. Film and video likewise has the studios, the cinemas and the services after production, not the whole of what households spend on streaming.</p>
<p>The honest use of such a pair is narrow: it shows where production moved, how sharply, and in which years. Why it moved has to come from somewhere else, and a report that claims to read it off the same table claims too much.</p>
<p>Reports on this: <a href="/industries/telecom-and-media">Telecom &amp; Media</a>.</p>
<p>Source: U.S. Bureau of Economic Analysis, gross output and price index by detailed industry, 1997 to 2023. Real output computed by us.</p>`,
  },
];
