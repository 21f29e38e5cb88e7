import type { SeedContent } from '#core/content/model.ts';

/** Posts on how to read a figure. Their figures are those of the charts beside them. */
export const readingFigures: SeedContent['blogPosts'] = [
  {
    slug: 'lithium-reserves-in-years',
    name: 'Lithium lasts 72 years in Australia and 375 in Argentina, at today’s pace',
    image: 'posts/lithium-reserves-in-years.svg',
    createdAt: '2026-09-22T09:00:00Z',
    html: `<p>Divide a country’s reserves by a year of its mining, and you have years. Australia has 72 at its production of 2023, Brazil 80, China 91, Chile 211 and Argentina 375. For the world it is 156: 28 million tonnes of reserves, 180,000 tonnes mined.</p>
<h2>What the quotient says</h2>
<p>It compares how hard countries work what they have. Australia mines nearly half of the world’s lithium, 86,000 tonnes, from 6.2 million tonnes of reserves. Chile has half as much again, 9.3 million, and mines 44,000. Argentina mines 9,600 from 3.6 million. If demand grows, the room for growth lies where the number is large, provided that somebody builds the plants.</p>
<h2>What it does not say</h2>
<p>It is no date. Both halves move. World production rose by 23 % from 2022 to 2023 alone; at twice the pace every number of years is halved. Reserves move as well: they are what can be mined at a profit with today’s technique, so that a higher price turns rock into reserves without anybody finding anything. The price did just that. A tonne cost 8,600 dollars in 2020, 68,100 in 2022 and 46,000 in 2023.</p>
<h2>Production of 2023 is an estimate</h2>
<p>The Geological Survey prints its newest year as an estimate and revises it a year later, for some minerals by a tenth or more. The table of 2024 rounds the world’s total. The quotient inherits all of it, which is why we print it without decimals. The world’s total leaves the United States’ own production out, which the survey withholds to protect a single company.</p>
<h2>Concentration beside it</h2>
<p>The three largest producers, Australia, Chile and China, have 91 % of what is mined. The same three hold about two thirds of the reserves, 18.5 of 28 million tonnes. Where a supply is concentrated today matters for next year’s contract; where reserves lie matters for the plant that will be written off in twenty years. A report should have both, and keep them apart.</p>
<h2>Content, not product</h2>
<p>All figures are tonnes of lithium content. Traders speak of carbonate, of which one tonne holds about 0.19 tonnes of lithium. Whoever mixes the two is wrong by a factor of five.</p>
<p>Reports on this: <a href="/industries/battery-and-critical-minerals">Battery &amp; Critical Minerals</a>.</p>
<p>Source: U.S. Geological Survey, Mineral Commodity Summaries 2024, tonnes of lithium content; the quotients and shares are ours.</p>`,
  },
  {
    slug: 'what-a-world-total-adds-up',
    name: 'A world total adds up who reports: palm oil’s area tripled in 1983, its harvest grew by 7 %',
    image: 'posts/what-a-world-total-adds-up.svg',
    createdAt: '2026-09-15T09:00:00Z',
    html: `<p>A world figure sounds complete. It is the sum of the countries that report, and the list of those changes from product to product and from year to year.</p>
<h2>A jump that no farm made</h2>
<p>In the file on palm oil of the U.S. Department of Agriculture the world’s area is 1.19 million hectares in 1982 and 3.66 million in 1983. It tripled within a year. Palms take years to bear. The harvest of oil went from 5.73 to 6.12 million tonnes at the same time, 7 % more. The average yield, which is given with them, fell from 3.54 to 1.45 tonnes per hectare.</p>
<p>No plantation did this. Area was counted for few countries before 1983 and for more of them after it, and the ones that joined have a lower yield. Production had been counted for them all along. Whoever reads the yield alone sees a catastrophe in 1983; whoever reads the area alone sees a boom.</p>
<h2>How to find such years</h2>
<p>Three questions find most of them. Does one part of a product move without the others? Area without harvest is suspicious, price without volume is not. Does the movement come back? Weather does, a new country in the list does not. And does the quotient still fit? In 1982 the printed yield times the printed area gives 4.2 million tonnes, three quarters of the printed harvest: the two cannot cover the same countries.</p>
<h2>A union is such a list, too</h2>
<p>The European Union of 2015 holds the United Kingdom, that of 2025 does not. For milk the comparison only works if the kingdom is counted in both years: 154.6 million tonnes then, 168.9 million now, a rise of 9 %. Without that care the same two tables show a fall.</p>
<h2>How we handle it</h2>
<p>We name the year of each ranking and leave a missing value missing. For fruit and nuts a series starts after the last year in which countries that joined or left moved the sum by more than a fifth. A share is only calculated where the whole is known and larger than its parts. And where a source changed its list, growth across that year is not printed as growth.</p>
<p>For grain nearly everyone reports. For milk, butter and meat many do not, so that the total is a floor and not the whole. The word “world” in a title is a promise that few tables keep; the honest ones say which countries they hold.</p>
<p>Reports on this: <a href="/industries/crops-and-grains">Crops &amp; Grains</a>.</p>
<p>Source: U.S. Department of Agriculture, Foreign Agricultural Service, PSD, compiled by Hannah Ritchie (CC BY 4.0), thousand hectares, thousand tonnes and tonnes per hectare. That countries joined the list is our reading of the figures.</p>`,
  },
  {
    slug: 'how-wrong-a-forecast-may-be',
    name: 'Cocoa stood still for five years and then tripled: how wrong a forecast may be',
    image: 'posts/how-wrong-a-forecast-may-be.svg',
    createdAt: '2026-08-11T09:00:00Z',
    html: `<p>From 2018 to 2022 a kilogram of cocoa cost between 2.29 and 2.43 dollars in the yearly mean. A calmer commodity was hard to find. In 2023 it cost 3.28 dollars, in 2024 7.33 and in 2025 7.80: three times as much within two years, and more than ever before in the file, which begins in 1960.</p>
<h2>What a forecaster knew</h2>
<p>Put yourself at the end of 2022. Five years in a row within six per cent of each other. Any method that continues the recent past says about 2.40 dollars for 2024, and any band drawn from those five years is a few cents wide. The method is not bad. The series gave no sign.</p>
<p>A longer memory helps a little. The price rose from 0.64 dollars in 1972 to 3.79 in 1977, to six times, and needed more than twenty years to come back to 0.91 in 2000. Cocoa is a tree crop of few countries; when a harvest fails, nothing replaces it for years. A band that has seen the seventies is wide enough for 2024. It is also so wide that nobody likes to print it.</p>
<h2>The honest question</h2>
<p>A single number for a future year is easy to remember and nearly always wrong. The question that helps a buyer is by how much. Our method continues the trend of the last twelve to fifteen years, lets it fade and draws a band around it. The width of the band follows from how far the same method was off in the past of the same series: eight in ten of those tests stayed within it.</p>
<p>Eight in ten means that two in ten did not. A band is no wall. What it gives is a size for the buffer in a contract, and a way to see which of two markets is the more restless one.</p>
<h2>When we decline</h2>
<p>A series may be too short to test. Or its trend was further off, in those tests, than the plain assumption that nothing changes. Then the report prints the record and no forecast, and says why. Prices of raw materials fail that test often, which is no accident: what everybody could know is already in the price.</p>
<h2>What to ask of any forecast</h2>
<p>Ask three things: which years it was tested on, how far it was off there, and how far “no change” would have been. A publisher who cannot answer has not tested.</p>
<p>Reports on this: <a href="/industries/fruit-nuts-and-plantation-crops">Fruit, Nuts &amp; Plantation Crops</a>.</p>
<p>Source: World Bank Commodity Price Data (The Pink Sheet), CC BY 4.0, dollars per kilogram, yearly means computed by us from monthly prices, 1960 to 2025.</p>`,
  },
  {
    slug: 'reading-concentration',
    name: 'In 32 of 44 minerals a few countries decide: how to read concentration',
    image: 'posts/reading-concentration.svg',
    createdAt: '2026-06-30T09:00:00Z',
    html: `<p>Three countries that make nine tenths of a mineral are a different risk from thirty that share it. Two measures say so at a glance: the share of the first three, and the Herfindahl index, the sum of all squared shares. Of the 44 minerals in our catalogue for which the world’s production is known by country, 32 are highly concentrated.</p>
<h2>What counts as high</h2>
<p>An index near zero means many small ones; one means a single producer. The Merger Guidelines of 2023, by which American authorities judge markets of firms, call a market highly concentrated above 0.18 and begin to speak of concentration at 0.10. We use the same two bounds for countries, and say that they were made for something else.</p>
<h2>From gold to gallium</h2>
<p>Gold is the widest spread: 0.05, and the first three countries have a third. Copper mines follow with 0.10, zinc with 0.15. Lithium stands at 0.33, with 91 % in three countries. Rare earths are at 0.50, of which China mines 69 %. Niobium has 0.82, since nine tenths come from Brazil, and gallium 0.97: China makes 98 %.</p>
<h2>One metal, two numbers</h2>
<p>Copper shows why a single number is not enough. Mines are spread over many countries. Refineries are not: there the index is 0.22, and China alone has 44 %. A buyer of copper wire depends on the second number, a maker of mining trucks on the first. A report that gives “the concentration of copper” has chosen for you.</p>
<h2>What neither measure knows</h2>
<p>Neither knows whether the leaders are friends. A market of three allies and one of three rivals have the same index. Neither knows whether one company works in all three countries. Neither knows stocks, or what can replace the metal, or how long a new mine takes. That judgement stays with the reader.</p>
<h2>How we compute it</h2>
<p>Shares are of the printed world total. What the table calls “other countries” has no name and adds nothing, so that the index is a floor. Where the total is withheld there is no index. Production of 2023 is an estimate, and the second decimal moves with it; the order of the metals does not. Where a table has several products of a mineral we count the first.</p>
<p>Reports on this: <a href="/industries/battery-and-critical-minerals">Battery &amp; Critical Minerals</a>.</p>
<p>Source: U.S. Geological Survey, Mineral Commodity Summaries 2024, production by country in 2023; indices and shares computed by us. Bounds: U.S. Department of Justice and Federal Trade Commission, Merger Guidelines, 2023.</p>`,
  },
];
