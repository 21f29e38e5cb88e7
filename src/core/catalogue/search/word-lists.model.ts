/**
 * Words that a search treats in a way of their own, in the spelling of `normalize.model.ts`. Pure.
 */

const toSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Nearly every title or query has them, so they say nothing: neither stored nor looked for. */
export const noiseWords = toSet(`
  market markets marketplace size sizes sizing share shares report reports global globally
  worldwide world forecast forecasts forecasting outlook outlooks analysis analyses overview
  insight insights opportunity opportunities study studies cagr`);

/** Words that join lists, and those that people add when they ask. */
export const stopWords = toSet(`
  the of and in for a an to on at with from by or is are was were be what how which who where when
  why i we need want wants looking about show find get please me my our your per via as into
  vs versus do does did can could will would should has have had be been being it its there that
  this these those they their his her much many going go goes come comes came than then so
  und der die das et le la les de del y`);

/** Names before numbers of classes: "NAICS 33451". */
export const classifications = toSet('hs naics sic isic nace cpc');

/**
 * They make a title fit better, and are never required: who searches for prices wants the subject.
 */
export const softWords: ReadonlySet<string> = new Set([
  ...classifications,
  ...toSet(`
  price prices pricing cost costs production company companies manufacturer manufacturers maker
  makers producer producers vendor vendors supplier suppliers player players competitor competitors
  competitive landscape pdf excel xlsx xls csv download downloads free sample samples buy purchase
  online trend trends trending growth growing demand supply industry industries sector sectors
  sales revenue revenues statistics statistic stats figures numbers dynamics drivers driver
  restraints challenges challenge scope value volume volumes segment segments segmentation
  region regions regional country countries leading consumption output import imports export exports
  reserve reserves annual history historical latest new current future projections projection
  estimates research big fast largest biggest highest top best average averages review profile profiles rate rates
  impact effect effects potential make makes made uses used users
  spend spends spent spending rise rising risen fall falling increase decrease decline
  exporter exporters importer importers buyers buyer number numbers amount percent percentage
  tonne tonnes ton tons kg kilogram barrel barrels bbl bushel bushels mmbtu unit units
  million billion trillion usd dollars eur euro euros
  chart charts graph graphs dataset datasets database databook factsheet infographic powerpoint ppt
  slides whitepaper swot pestel supplies raw cent cents pound pounds lb lbs ounce ounces troy gallon
  gallons liter liters litre litres still buying bought sold selling comprehensive detailed
  complete`),
]);

/** Words of a query about a market, said in another language. */
export const foreignNoise: ReadonlySet<string> = toSet(`
  markt marktgrosse marktanalyse marktforschung marche marches mercado mercados mercato mercati
  bericht studie rapport etude informe estudio relatorio rapporto рынок анализ отчет 市场 报告`);

/** They are never required: prices and production. */
export const foreignSoft: ReadonlySet<string> = toSet(`
  verkauf absatz umsatz wachstum nachfrage exporte importe vente ventes croissance exportations
  importations ventas crecimiento exportaciones importaciones vendas crescimento vendite crescita
  prognose preisprognose prevision продажи рост экспорт импорт 销量 增长 出口 进口
  preis preise prix precio precios preco precos prezzo prezzi produktion produccion producao
  produzione hersteller fabricants fabricantes цена цены производство 价格 产量`);
