import type { SeedContent } from '#core/content/model.ts';

/** Posts on who makes and who buys. Their figures are those of the charts beside them. */
export const supplyAndDemand: SeedContent['blogPosts'] = [
  {
    slug: 'cars-and-light-trucks',
    name: 'American plants make 62 % fewer dollars of cars and 3.2 times the light trucks',
    image: 'posts/cars-and-light-trucks.svg',
    createdAt: '2026-10-06T09:00:00Z',
    html: `<p>American makers of cars had a gross output of 99.5 billion dollars in 1997 and of 38.0 billion in 2023, 62 % less. Makers of light trucks, which include most sport utility vehicles, went from 111.6 to 353.9 billion, to 3.2 times as much. The sum of both grew by 86 % and hides each.</p>
<h2>Not only prices</h2>
<p>The price index of cars rose by 9 % in these twenty-six years, that of light trucks by 27 %. With prices taken out, cars fell by 65 % and light trucks grew to 2.5 times. The two industries stand beside each other in the statistics, share many suppliers, and move in opposite directions.</p>
<h2>The years that mattered</h2>
<p>Cars still stood at 99.4 billion dollars in 2006. The crisis cut them to 45.5 billion in 2009. They came back to 59.3 billion by 2014 and then fell again, to 27.0 billion in 2021: below the worst year of the crisis. Light trucks fell in the crisis as well, from 154.8 billion in 2006 to 99.6 in 2009, but reached 172.4 by 2012 and kept climbing.</p>
<h2>Output is not what people drive</h2>
<p>The benchmark tables of 2017 show what the American supply of cars was made of: 32.8 billion dollars from domestic plants and 66.1 billion of imports, before trade margins, taxes and freight. Twice as many dollars of cars came from abroad. For light trucks it was the other way round: 215.4 billion from domestic plants, 128.7 billion of imports. The American car has not vanished from the road to the degree to which it vanished from American plants.</p>
<h2>What a supplier should ask</h2>
<p>“Motor vehicle production” as one number had a good quarter of a century. A maker of a part that only goes into sedans had a bad one. Whenever a market figure joins two things that can replace each other, ask for both. If the report cannot part them, it cannot say whether the next year’s growth is yours.</p>
<h2>Limits</h2>
<p>The line between car and light truck is the classification’s, not the buyer’s: many vehicles on a car’s platform count as trucks. The tables by origin exist for 2017, the last benchmark year; today’s shares can differ.</p>
<p>Reports on this: <a href="/industries/automotive-and-electric-vehicles">Automotive &amp; Electric Vehicles</a>.</p>
<p>Source: U.S. Bureau of Economic Analysis, gross output and price index by detailed industry, 1997 to 2023, and Supply and Use tables of 2017 at purchasers’ prices. Real output computed by us.</p>`,
  },
  {
    slug: 'china-buys-most-electric-vehicles',
    name: 'China bought 58.5 % of the electric vehicles of 2023; the next two together 14.8 %',
    image: 'posts/china-buys-most-electric-vehicles.svg',
    createdAt: '2026-11-10T09:00:00Z',
    html: `<p>14.4 million electric vehicles were sold in 2023: battery and plug-in hybrid cars, vans, buses and trucks. 8.4 million of them went to China, 1.4 million to the United States and 0.7 million to Germany. China’s share is 58.5 %; that of the next two is 14.8 %.</p>
<h2>A share that hardly moved</h2>
<p>Five years earlier, in 2018, the world bought 2.3 million, and China 56 % of them. The market has become 6.3 times as large while its largest buyer kept nearly the same share. Growth elsewhere was as fast, from smaller beginnings: Germany went from 73,000 to 729,000, France from 56,000 to 504,000, Australia from 3,600 to 98,000.</p>
<h2>The rate of growth falls</h2>
<p>Sales stood still in 2019, at 2.2 million. They then grew by 40 % in 2020, by 117 % in 2021, by 55 % in 2022 and by 35 % in 2023. In vehicles the picture is another one: each of the last three years added between 3.7 and 3.8 million. A growth rate that falls while the same number is added each year is what a straight line looks like, and no sign of a slump by itself. Nor is it the exponential growth that a fitted rate of the first ten years would continue.</p>
<h2>Nearly all are cars</h2>
<p>13.8 million, or 96 %, were cars. Vans had 469,000, trucks 57,000, and buses 51,000, fewer than the 85,000 of 2016. Whoever supplies batteries should not take the growth of the total for that of each kind of vehicle: the bus, which led in the early years, has shrunk while the car boomed.</p>
<h2>What is counted</h2>
<p>The agency counts battery and plug-in hybrid vehicles together in these figures, and for some countries cars alone. A plug-in hybrid needs a small part of the battery of a full electric car, so that kilowatt hours do not follow vehicles. And sales are not the fleet: what is on the road follows years behind.</p>
<p>Our report leaves the agency’s two scenarios to 2030 and beyond out. They are no forecasts but answers to the question what would follow if certain policies were kept, and they are often quoted without that “if”.</p>
<p>Reports on this: <a href="/industries/automotive-and-electric-vehicles">Automotive &amp; Electric Vehicles</a>.</p>
<p>Source: International Energy Agency, Global EV Outlook 2024, CC BY 4.0, vehicles sold by year. Totals over kinds of vehicles and shares computed by us.</p>`,
  },
  {
    slug: 'wheat-from-the-same-land',
    name: '3.4 times the wheat from a tenth more land',
    image: 'posts/wheat-from-the-same-land.svg',
    createdAt: '2026-09-29T09:00:00Z',
    html: `<p>The world harvested 233 million tonnes of wheat in 1960 and 799 million in 2024, 3.4 times as much. The area grew from 202 to 222 million hectares, by a tenth. The yield did nearly all of it: 1.15 tonnes per hectare then, 3.60 now.</p>
<h2>The land even shrank for a while</h2>
<p>In 1985 wheat stood on 230 million hectares, in 2003 on 207 million, 10 % less. The harvest did not follow it down. Whoever sells seed, fertiliser or machines by the hectare has had a market without growth since 1985; whoever sells by the tonne, or by what raises a tonne, has had one that grew by 61 %.</p>
<h2>Corn took another way</h2>
<p>Corn grew from 200 million tonnes in 1960 to 1,134 million in 2020, to 5.7 times. Its yield rose to 2.9 times, from 1.95 to 5.65 tonnes per hectare, and its area nearly doubled, from 102 to 201 million hectares. Both multiply. Two crops of the same farm, counted by the same office, have grown by different means, and a single sentence on “grain” is true of neither.</p>
<h2>Why the parts matter</h2>
<p>A harvest is area times yield. Each part has its own limits. Area competes with other crops, towns and forests, and can change from one year to the next with prices. Yield changes slowly, with seed, water, fertiliser and weather, and falls back in a single dry year without a farmer having decided anything. A forecast of the harvest that does not say which part it moves cannot be checked.</p>
<h2>Years that are not calendar years</h2>
<p>The U.S. Department of Agriculture counts marketing years: “2024” is the crop that began to be sold in 2024. Southern harvests of the same number lie half a year apart from northern ones. The last years of the file are projections, written before the harvest is in. We stop at 2024 here; our report marks later ones as projected, and no ranking or growth rate of ours mixes the two without saying so.</p>
<h2>What is left out</h2>
<p>World sums hold the countries that the department follows. For wheat these are nearly all that matter. The yield is the quotient of two estimates, and neither is measured to three digits, whatever the table shows.</p>
<p>Reports on this: <a href="/industries/crops-and-grains">Crops &amp; Grains</a>.</p>
<p>Source: U.S. Department of Agriculture, Foreign Agricultural Service, PSD, compiled by Hannah Ritchie (CC BY 4.0), thousand tonnes and thousand hectares. Indices computed by us.</p>`,
  },
  {
    slug: 'brazil-doubled-its-corn',
    name: 'Brazil doubled its corn in ten years; the United States added more tonnes',
    image: 'posts/brazil-doubled-its-corn.svg',
    createdAt: '2026-11-17T09:00:00Z',
    html: `<p>Brazil harvests 140 million tonnes of corn in 2025, by the estimate of the U.S. Department of Agriculture. Ten years before it was 67 million: 2.1 times as much. The United States went from 346 to 432 million tonnes in the same time, a quarter more. In tonnes the slower one won: 87 million against 73 million.</p>
<h2>Rates and amounts</h2>
<p>A high rate on a small base and a low rate on a large one can be the same number of shiploads. India shows it best: 2.4 times in ten years, from 22.6 to 55.1 million tonnes, the highest rate of the six largest and less than the European Union harvests with the United Kingdom. Rank a market by growth rates alone and the smallest seller will always lead.</p>
<h2>Who holds the market</h2>
<p>The world’s harvest of 2025 is 1,330 million tonnes. The United States has 33 % of it, China 23 %, Brazil 11 %. The first three have two thirds. Argentina follows with 63 million tonnes, from 35. The European Union and the United Kingdom lost a little, from 59 to 57 million; both years count the United Kingdom, which the union of 2015 held and that of 2025 does not.</p>
<h2>Harvest is not trade</h2>
<p>China’s 301 million tonnes are eaten, mostly by animals, within China. A buyer on the world market meets other names and other shares than those of this ranking. Our reports say “production by country” above such a table and never “market share”.</p>
<h2>How firm the figures are</h2>
<p>2025 is an estimate here and 2026 a projection, which the ranking leaves out. A single year is also weather. Between two single years ten years apart, a drought at one end can make or hide a trend, which is why the report shows the whole series beside the ranking.</p>
<p>The world’s yield rose from 5.65 tonnes per hectare in 2020 to a projected 6.05 in 2026, and the area from 201 to 215 million hectares. The next tonnes come from both, which is how corn has grown since 1960.</p>
<p>Reports on this: <a href="/industries/crops-and-grains">Crops &amp; Grains</a>.</p>
<p>Source: U.S. Department of Agriculture, Foreign Agricultural Service, PSD, compiled by Hannah Ritchie (CC BY 4.0), thousand tonnes by marketing year. Shares and ratios computed by us.</p>`,
  },
];
