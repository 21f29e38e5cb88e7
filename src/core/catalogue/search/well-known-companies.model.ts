/**
 * What well-known companies make, for catalogues that don't name them: who types one is looking for
 * its market. Used only where no report says the name. Pure.
 */
import { tokenize, toRunKey, maxSynonymWords, type Token } from './normalize.model.ts';

/** In the words of titles: what is made, and by whom. */
const makers: Readonly<Record<string, string>> = {
  aircraft:
    'Boeing, Airbus, Embraer, Bombardier, Cessna, Gulfstream, Textron Aviation, Dassault, Comac',
  'aircraft engines': 'Rolls-Royce, Pratt & Whitney, Safran, GE Aerospace, MTU Aero',
  'aircraft parts': 'Spirit AeroSystems, Collins Aerospace, Triumph Group',
  'guided missiles': 'Lockheed Martin, Lockheed, Raytheon, RTX, Northrop Grumman, SpaceX, MBDA',
  'navigation instruments': 'Thales, L3Harris, Garmin',
  shipbuilding: 'Huntington Ingalls, Newport News, Fincantieri',
  'armored vehicles': 'General Dynamics, Rheinmetall, BAE Systems, Oshkosh Defense',
  'small arms': 'Smith & Wesson, Ruger, Glock, Vista Outdoor',
  'railroad rolling stock': 'Wabtec, Alstom, Greenbrier',
  'air transportation':
    'Delta Air Lines, American Airlines, United Airlines, Southwest Airlines, Lufthansa, Ryanair',
  'passenger cars':
    'Toyota, Honda, Volkswagen, BMW, Mercedes, Mercedes-Benz, Audi, Hyundai, Kia, Nissan, Mazda, Subaru',
  'light trucks': 'Ford, General Motors, GM, Chevrolet, Stellantis, Jeep',
  'heavy trucks':
    'Paccar, Peterbilt, Kenworth, Freightliner, Daimler Truck, Volvo Trucks, Scania, Navistar',
  'electric vehicles': 'Tesla, BYD, Rivian, Lucid, NIO, Polestar',
  'charging points': 'ChargePoint, EVgo, Electrify America',
  'vehicle parts': 'Bosch, Denso, Magna, Continental, Valeo, Aptiv, BorgWarner, ZF',
  tires: 'Michelin, Goodyear, Bridgestone, Pirelli, Continental tyres',
  'car dealers': 'AutoNation, CarMax, Carvana, Penske Automotive',
  lithium: 'Albemarle, SQM, Ganfeng, Tianqi, Pilbara, Livent, Arcadium',
  'rare earths': 'MP Materials, Lynas',
  copper: 'Codelco, Freeport-McMoRan, Freeport, Antofagasta, Southern Copper',
  'iron ore': 'Rio Tinto, BHP, Vale, Fortescue',
  gold: 'Newmont, Barrick, AngloGold, Kinross, Gold Fields',
  platinum: 'Sibanye, Impala Platinum, Anglo American Platinum',
  nickel: 'Norilsk, Nornickel',
  zinc: 'Glencore, Teck, Nyrstar',
  aluminum: 'Alcoa, Rusal, Norsk Hydro, Chalco, Novelis',
  potash: 'Nutrien, Uralkali, Belaruskali',
  'phosphate rock': 'OCP, Mosaic',
  fertilizer: 'Yara, CF Industries',
  'crop protection': 'Syngenta, Corteva, Monsanto, Bayer CropScience',
  cement: 'Holcim, LafargeHolcim, Lafarge, Heidelberg Materials, Cemex, Buzzi',
  'oil and gas extraction':
    'ExxonMobil, Exxon, Chevron, Shell, ConocoPhillips, Saudi Aramco, Aramco, TotalEnergies, Equinor, Petrobras',
  drilling: 'Transocean, Halliburton, Schlumberger, Nabors',
  'oilfield machinery': 'Baker Hughes, NOV, Caterpillar Mining',
  'petroleum refineries': 'Valero, Marathon Petroleum, Phillips 66',
  pipeline: 'Kinder Morgan, Enbridge, Williams Companies, TC Energy',
  'coal mining': 'Peabody, Arch Coal, Glencore Coal',
  'electric power': 'Duke Energy, NextEra, Exelon, Enel, EDF, Iberdrola, E.ON, RWE',
  turbines: 'Vestas, Siemens Energy, Siemens Gamesa, GE Vernova',
  transformers: 'Hitachi Energy, Hitachi ABB',
  switchgear: 'Schneider, Schneider Electric, ABB, Eaton',
  'industrial controls': 'Rockwell Automation, Allen-Bradley',
  'storage batteries': 'CATL, LG Energy Solution, Panasonic, SK On, Northvolt, EnerSys',
  'primary batteries': 'Duracell, Energizer',
  lighting: 'Signify, Acuity, Osram, Philips Lighting',
  chemicals: 'BASF, DowDuPont, DuPont, Sabic, LyondellBasell, Evonik, Lanxess',
  petrochemicals: 'Dow, Ineos, Sinopec',
  'industrial gases': 'Linde, Air Liquide, Air Products, Praxair, Messer',
  paints: 'Sherwin-Williams, PPG, AkzoNobel, Benjamin Moore',
  adhesives: 'Henkel, Loctite, Sika',
  cosmetics: "L'Oréal, Estée Lauder, Revlon, Coty, Shiseido, Avon, Beiersdorf",
  soap: 'Procter & Gamble, Unilever, Clorox, Ecolab, Colgate',
  'plastics packaging': 'Amcor, Berry Global, Sealed Air',
  'paperboard containers': 'WestRock, Smurfit Kappa, Packaging Corporation of America',
  'metal cans': 'Ball Corporation, Crown Holdings',
  glass: 'Corning, Saint-Gobain, Owens-Illinois, Guardian Glass',
  'paper mills': 'International Paper, Domtar, Stora Enso',
  forestry: 'Weyerhaeuser, Rayonier',
  'sanitary paper': 'Kimberly-Clark, Kleenex, Pampers, Huggies, Essity',
  'home construction': 'Lennar, D.R. Horton, PulteGroup, Toll Brothers',
  steel: 'ArcelorMittal, Nucor, U.S. Steel Corporation, Baowu, Thyssenkrupp, Nippon Steel, POSCO',
  bearings: 'SKF, Timken, Schaeffler',
  'farm machinery': 'John Deere, Deere, AGCO, CNH, Kubota, Claas, Massey Ferguson',
  'construction machinery': 'Caterpillar, Komatsu, JCB, Hitachi Construction, Sany, Bobcat',
  'air conditioning': 'Carrier, Trane, Daikin, Lennox',
  compressors: 'Atlas Copco, Ingersoll Rand',
  pumps: 'Grundfos, Xylem, Flowserve',
  elevators: 'Otis, Schindler, KONE, Kone',
  forklifts: 'Jungheinrich, Hyster, Yale Forklifts, Kion',
  'machine tools': 'DMG Mori, Haas Automation, Mazak, Trumpf',
  'process control': 'Emerson, Honeywell, Yokogawa, Endress+Hauser',
  semiconductors:
    'Intel, TSMC, Nvidia, AMD, Qualcomm, Broadcom, Micron, SK Hynix, Texas Instruments, Infineon, STMicroelectronics, NXP',
  'semiconductor machinery': 'ASML, Applied Materials, Lam Research, Tokyo Electron, KLA',
  'printed circuit assembly': 'Foxconn, Jabil, Celestica, Sanmina',
  computers: 'Dell, HP, Hewlett-Packard, Lenovo, Apple, IBM, Acer, Asus',
  'storage devices': 'Seagate, Western Digital',
  'audio and video': 'Sony, Bose, Sonos, Samsung, LG Electronics, JBL',
  software: 'Microsoft, Oracle, SAP, Adobe, Salesforce, Intuit, ServiceNow',
  'cloud hosting': 'Amazon Web Services, AWS, Equinix, Digital Realty, Rackspace, Azure',
  'web search': 'Google, Alphabet, Baidu, Bing, Yahoo',
  'social media': 'Facebook, Instagram, TikTok, Meta Platforms, Twitter, LinkedIn',
  'systems integration': 'Accenture, Infosys, Capgemini, Cognizant, Wipro, Tata Consultancy',
  'wireless telecommunications': 'Verizon, T-Mobile, Vodafone, AT&T',
  'wired telecommunications': 'Comcast, Charter Communications, Lumen, Deutsche Telekom',
  'satellite telecommunications': 'Starlink, Iridium, Viasat, SES',
  'communications equipment': 'Ericsson, Nokia, Huawei, Cisco, Motorola',
  'motion pictures': 'Netflix, Disney, Warner Bros, Paramount, Universal Pictures',
  'sound recording': 'Spotify, Universal Music, Warner Music, Sony Music',
  newspaper: 'New York Times, Gannett, News Corp',
  'book publishing': 'Penguin Random House, HarperCollins, Hachette, Pearson',
  banking:
    'JPMorgan, JPMorgan Chase, Bank of America, Wells Fargo, Citibank, Citigroup, HSBC, Barclays',
  securities: 'Goldman Sachs, Morgan Stanley, Charles Schwab',
  'asset management': 'BlackRock, Vanguard, Fidelity',
  'payment processing': 'Visa, Mastercard, American Express, PayPal, Stripe',
  'life insurance': 'MetLife, Prudential, New York Life',
  'property casualty insurance':
    'Allianz, State Farm, Progressive, Allstate, Geico, Chubb, Munich Re',
  'health insurance': 'UnitedHealth, Cigna, Humana, Aetna',
  'insurance brokerages': 'Marsh McLennan, Willis Towers Watson, Aon',
  accounting: 'Deloitte, KPMG, PwC, Ernst & Young, H&R Block, ADP',
  'management consulting': 'McKinsey, Boston Consulting, Bain',
  advertising: 'WPP, Omnicom, Publicis',
  staffing: 'Randstad, Adecco, ManpowerGroup, Manpower',
  security: 'Securitas, G4S, Allied Universal, Brinks',
  'waste management': 'Republic Services, Veolia',
  couriers: 'FedEx, UPS parcels, DHL',
  warehousing: 'Prologis, Lineage Logistics',
  railroads: 'Union Pacific, BNSF, CSX, Norfolk Southern, Amtrak',
  trucking: 'J.B. Hunt, Knight-Swift, Schneider National, Old Dominion',
  'water transportation': 'Maersk, Carnival, Royal Caribbean, MSC, Hapag-Lloyd',
  'ride-hailing': 'Uber, Lyft',
  'vehicle rental': 'Hertz, Avis, Enterprise Rent-A-Car, Sixt',
  hotels: 'Marriott, Hilton, Hyatt, Airbnb, Holiday Inn',
  'fast food': "McDonald's, Burger King, KFC, Domino's, Taco Bell, Wendy's",
  'full-service restaurants': 'Olive Garden, Darden, Applebee’s',
  'travel agencies': 'Expedia, Booking.com, TUI, Tripadvisor',
  casinos: 'Las Vegas Sands, MGM Resorts, Caesars Entertainment, DraftKings',
  'amusement parks': 'Six Flags, Cedar Fair, SeaWorld, Disneyland',
  fitness: 'Planet Fitness, Peloton',
  'event promotion': 'Live Nation, Ticketmaster',
  'general merchandise': 'Walmart, Target Corporation, Costco, Macy’s',
  'food and beverage stores': 'Kroger, Albertsons, Aldi, Lidl, Whole Foods, Tesco, Carrefour',
  'e-commerce': 'Amazon, eBay, Alibaba, Shopify, Etsy',
  drugstores: 'Walgreens, CVS, Rite Aid, Boots pharmacy',
  'clothing stores': 'Zara, Inditex, Gap Inc, Uniqlo, Primark',
  apparel: "Levi's, Hanesbrands, Ralph Lauren, Lululemon",
  footwear: 'Nike, Adidas, Puma, Skechers, Crocs',
  toys: 'Lego, Mattel, Hasbro, Barbie',
  jewelry: 'Tiffany, Pandora, Signet, Cartier',
  'household appliances': 'Whirlpool, Electrolux, Haier, Miele, Maytag',
  'small electrical appliances': 'Dyson, Black & Decker, KitchenAid, Cuisinart, SharkNinja',
  furniture: 'Ikea, La-Z-Boy, Ashley Furniture',
  'hand tools': 'Stanley Black & Decker, Snap-on, Gillette',
  'soft drinks': 'Coca-Cola, Coke, Pepsi, PepsiCo, Red Bull, Dr Pepper',
  breweries: 'Anheuser-Busch, Budweiser, Heineken, Molson Coors, Carlsberg',
  distilleries: 'Diageo, Jack Daniel’s, Pernod Ricard, Brown-Forman',
  tobacco: 'Philip Morris, Altria, Marlboro, Juul',
  coffee: 'Starbucks, Nespresso, Keurig, Lavazza, Folgers',
  'sugar and confectionery': 'Hershey, Ferrero, Lindt, Mondelez, Cadbury',
  'breakfast cereals': 'Kellogg, Kelloggs, General Mills, Cheerios',
  'savory snacks': 'Frito-Lay, Pringles, Doritos',
  'pet food': 'Purina, Mars Petcare, Pedigree',
  'meat packing': 'Tyson, JBS, Cargill Meat, Smithfield',
  'poultry processing': "Pilgrim's Pride, Perdue",
  oilseed: 'ADM, Archer Daniels, Bunge, Cargill',
  dairy: 'Danone, Lactalis, Fonterra, Arla',
  pharmaceuticals:
    'Pfizer, Merck, Novartis, Roche, Sanofi, GSK, AstraZeneca, Eli Lilly, Johnson & Johnson, AbbVie, Bristol Myers Squibb',
  vaccines: 'Moderna, BioNTech',
  insulin: 'Novo Nordisk',
  'drug wholesaling': 'McKesson, Cardinal Health, AmerisourceBergen',
  'electromedical equipment': 'Medtronic, GE HealthCare, Philips Healthcare, Boston Scientific',
  'surgical instruments': 'Becton Dickinson, Intuitive Surgical, Ethicon',
  'surgical appliances': 'Stryker, Zimmer Biomet, Smith & Nephew',
  'laboratory instruments': 'Thermo Fisher, Agilent, Waters Corporation, Illumina',
  'x-ray equipment': 'Siemens Healthineers, Varian, Hologic',
  'dental equipment': 'Dentsply, Align Technology, Straumann',
  'ophthalmic goods': 'EssilorLuxottica, Luxottica, Ray-Ban, Bausch + Lomb',
  'diagnostic laboratories': 'Quest Diagnostics, LabCorp',
  hospitals: 'HCA Healthcare, Tenet Healthcare, Mayo Clinic',
  'outpatient care': 'DaVita, Fresenius',
};

const byRun: ReadonlyMap<string, string> = new Map(
  Object.entries(makers).flatMap(([made, companies]) =>
    companies.split(', ').map((company) => [toRunKey(tokenize(company)), made] as const),
  ),
);

/** The longest run of words from `start` that is a company, and what it makes. */
export function findCompany(
  tokens: readonly Token[],
  start: number,
): { readonly tokens: readonly Token[]; readonly word: string } | undefined {
  for (let length = Math.min(maxSynonymWords, tokens.length - start); length > 0; length--) {
    const run = tokens.slice(start, start + length);
    const word = byRun.get(toRunKey(run));
    if (word !== undefined) return { tokens: run, word };
  }
  return undefined;
}

/** Stems of all that companies of the query make. */
export const listMadeStems = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((_, start) => {
    const found = findCompany(tokens, start);
    return found ? tokenize(found.word).map(({ stem }) => stem) : [];
  });
