/** What goods are called in other languages, for buyers whose own is not the store's. Pure. */
import { maxSynonymWords, tokenize, toRunKey, type Token } from './normalize.model.ts';

/**
 * German, French, Spanish, Portuguese, Italian, Dutch, Russian and Chinese, without words that
 * English has in another meaning: "pain" is no bread here.
 */
const words: Readonly<Record<string, string>> = {
  wheat: 'Weizen, blé, trigo, frumento, tarwe, пшеница, 小麦',
  corn: 'Mais, maïs, maíz, milho, granturco, кукуруза, 玉米',
  rice: 'Reis, riz, arroz, riso, rijst, рис, 大米',
  barley: 'Gerste, orge, cebada, cevada, orzo, gerst, ячмень, 大麦',
  oats: 'Hafer, avoine, avena, aveia, haver, овёс, 燕麦',
  soybeans: 'Sojabohnen, Soja, soja, соя, 大豆',
  rapeseed: 'Raps, colza, koolzaad, рапс, 油菜籽',
  'sunflower seed':
    'Sonnenblumenkerne, Sonnenblumen, tournesol, girasol, girassol, girasole, zonnebloem, ' +
    'подсолнечник, 葵花籽',
  cotton: 'Baumwolle, coton, algodón, algodão, cotone, katoen, хлопок, 棉花',
  sugar: 'Zucker, sucre, azúcar, açúcar, zucchero, suiker, сахар, 糖',
  vegetables: 'Gemüse, légumes, verduras, hortalizas, verdure, groenten, овощи, 蔬菜',
  apples: 'Äpfel, Apfel, pommes, manzanas, maçãs, mele, appels, яблоки, 苹果',
  oranges: 'Orangen, naranjas, laranjas, arance, апельсины',
  lemons: 'Zitronen, citrons, limones, limões, limoni, citroenen, лимоны',
  bananas: 'Bananen, bananes, plátanos, banane, бананы, 香蕉',
  grapes: 'Trauben, Weintrauben, raisins de table, uvas, uva, druiven, виноград, 葡萄',
  almonds: 'Mandeln, amandes, almendras, amêndoas, mandorle, amandelen, миндаль',
  coffee: 'Kaffee, café, caffè, koffie, кофе, 咖啡',
  tea: 'chá, чай, 茶叶',
  cocoa: 'Kakao, cacao, cacau, какао, 可可',
  'palm oil':
    'Palmöl, huile de palme, aceite de palma, óleo de palma, olio di palma, пальмовое масло',
  rubber: 'Kautschuk, Gummi, caoutchouc, caucho, borracha, gomma, каучук, 橡胶',
  beef: 'Rindfleisch, bœuf, carne de res, carne bovina, manzo, rundvlees, говядина, 牛肉',
  pork: 'Schweinefleisch, porc, carne de cerdo, carne suína, maiale, varkensvlees, свинина, 猪肉',
  chicken: 'Hähnchen, Geflügel, poulet, pollo, frango, курица, 鸡肉',
  milk: 'Milch, lait, leche, leite, latte, melk, молоко, 牛奶',
  cheese: 'Käse, fromage, queso, queijo, formaggio, kaas, сыр, 奶酪',
  butter: 'beurre, mantequilla, manteiga, boter, масло сливочное, 黄油',
  bread: 'Brot, pão, pane, brood, хлеб, 面包',
  beer: 'Bier, bière, cerveza, cerveja, birra, пиво, 啤酒',
  wine: 'Wein, vin, vino, vinho, wijn, вино, 葡萄酒',
  tobacco: 'Tabak, tabac, tabaco, tabacco, табак, 烟草',
  copper: 'Kupfer, cuivre, cobre, rame, koper, медь, 铜',
  gold: 'oro, ouro, goud, золото, 黄金',
  silver: 'Silber, argent, plata, prata, argento, zilver, серебро, 白银',
  iron: 'Eisen, hierro, ferro, ijzer, железо, 铁',
  'iron ore':
    'Eisenerz, minerai de fer, mineral de hierro, minério de ferro, железная руда, 铁矿石',
  steel: 'Stahl, acier, acero, aço, acciaio, staal, сталь, 钢铁',
  aluminum: 'aluminio, alumínio, alluminio, алюминий, 铝',
  lead: 'Blei, plomb, plomo, chumbo, piombo, lood, свинец, 铅',
  tin: 'Zinn, étain, estaño, estanho, stagno, олово, 锡',
  zinc: 'Zink, цинк, 锌',
  nickel: 'níquel, nichel, никель, 镍',
  lithium: 'litio, lítio, литий, 锂',
  graphite: 'Graphit, grafito, grafite, grafiet, графит, 石墨',
  'rare earths': 'Seltene Erden, terres rares, tierras raras, terras raras, terre rare, 稀土',
  tungsten: 'tungstène, tungsteno, вольфрам, 钨',
  mercury: 'Quecksilber, mercure, mercurio, kwik, ртуть',
  cement: 'Zement, ciment, cemento, cimento, цемент, 水泥',
  salt: 'Salz, sel, zout, соль, 盐',
  sulfur: 'Schwefel, soufre, azufre, enxofre, zolfo, zwavel, сера, 硫磺',
  fertilizer:
    'Dünger, Düngemittel, engrais, fertilizantes, fertilizzanti, kunstmest, удобрения, 化肥',
  'crude oil':
    'Rohöl, Erdöl, pétrole brut, pétrole, petróleo, petrolio, aardolie, нефть, 原油, 石油',
  'natural gas': 'Erdgas, gaz naturel, gas natural, gás natural, aardgas, природный газ, 天然气',
  coal: 'Kohle, charbon, carvão, steenkool, уголь, 煤炭',
  'electric power':
    'Strom, Elektrizität, électricité, electricidad, eletricidade, elettricità, 电力',
  batteries: 'Batterien, baterías, baterias, batterie, batterijen, аккумуляторы, 电池',
  chemicals: 'Chemikalien, produits chimiques, químicos, chimici, chemicaliën, химикаты, 化工',
  plastics: 'Kunststoffe, Kunststoff, plastiques, plásticos, plastica, пластик, 塑料',
  paper: 'Papier, papel, бумага, 纸',
  wood: 'Holz, bois, madera, madeira, legno, hout, древесина, 木材',
  glass: 'Glas, verre, vidrio, vidro, vetro, стекло, 玻璃',
  cars: 'Autos, voitures, coches, automóviles, carros, automobili, автомобили, 汽车',
  'electric vehicles':
    'Elektroautos, Elektrofahrzeuge, voitures électriques, coches eléctricos, электромобили, 电动汽车',
  trucks: 'Lastwagen, LKW, camions, camiones, caminhões, грузовики, 卡车',
  aircraft: 'Flugzeuge, avions, aviones, aviões, aerei, самолёты, 飞机',
  ships: 'Schiffe, Schiffbau, navires, barcos, navios, судостроение, 造船',
  semiconductors:
    'Halbleiter, semiconducteurs, semiconductores, semicondutores, полупроводники, 半导体',
  computers: 'Rechner, ordinateurs, ordenadores, computadoras, компьютеры, 计算机',
  software: 'logiciels, logiciel, программное обеспечение, 软件',
  pharmaceuticals:
    'Arzneimittel, médicaments, medicamentos, farmaci, geneesmiddelen, лекарства, 药品',
  hospitals: 'Krankenhäuser, hôpitaux, hospitales, hospitais, ospedali, больницы, 医院',
  insurance: 'Versicherung, Versicherungen, seguros, assicurazione, страхование, 保险',
  banking: 'Banken, banques, bancos, banche, банки, 银行',
  hotels: 'hôtels, hoteles, hotéis, alberghi, гостиницы, 酒店',
  furniture: 'Möbel, meubles, muebles, móveis, mobili, meubels, мебель, 家具',
  clothing: 'Kleidung, vêtements, ropa, roupas, abbigliamento, kleding, одежда, 服装',
  green: 'grün, grüner, vert, verde, groen, зелёный, 绿色',
  oil: 'Öl, Speiseöl, huile, aceite, óleo, olio, масло, 食用油',
  shoes: 'Schuhe, chaussures, zapatos, calzado, sapatos, scarpe, schoenen, обувь, 鞋',
};

const byRun: ReadonlyMap<string, string> = new Map(
  Object.entries(words).flatMap(([word, others]) =>
    others.split(', ').map((other) => [toRunKey(tokenize(other)), word] as const),
  ),
);

/** German and Dutch join words; shorter parts stand in too many others. */
const minPart = 5;
const minOtherPart = 3;

/** Words alone, as they are: the stem of one is the beginning of many. */
const byWord: ReadonlyMap<string, string> = new Map(
  Object.entries(words).flatMap(([word, others]) =>
    others.split(', ').flatMap((other) => {
      const [token, ...further] = tokenize(other);
      const isPart = token && further.length === 0 && token.word.length >= minPart;
      return isPart ? [[token.word, word] as const] : [];
    }),
  ),
);

/** "steel" of "Edelstahl", "paper" of "Papierfabriken": the last part says most. */
function findInCompound({ word }: Token): string | undefined {
  const lengths = Array.from(
    { length: Math.max(0, word.length - minPart - minOtherPart + 1) },
    (_, index) => word.length - minOtherPart - index,
  );
  const parts = [
    ...lengths.map((length) => word.slice(-length)),
    ...lengths.map((length) => word.slice(0, length)),
  ];
  const known = parts.find((part) => byWord.has(part));
  return known === undefined ? undefined : byWord.get(known);
}

/** The longest run from `start` that is a word of another language, and what it means here. */
export function findTranslation(
  tokens: readonly Token[],
  start: number,
): { readonly tokens: readonly Token[]; readonly word: string } | undefined {
  for (let length = Math.min(maxSynonymWords, tokens.length - start); length > 0; length--) {
    const run = tokens.slice(start, start + length);
    const word = byRun.get(toRunKey(run));
    if (word !== undefined) return { tokens: run, word };
  }
  const [token] = tokens.slice(start, start + 1);
  const word = token && findInCompound(token);
  return token && word !== undefined ? { tokens: [token], word } : undefined;
}

/** Stems of all that words of the query mean in another language. */
export const listTranslatedStems = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((_, start) => {
    const found = findTranslation(tokens, start);
    return found ? tokenize(found.word).map(({ stem }) => stem) : [];
  });
