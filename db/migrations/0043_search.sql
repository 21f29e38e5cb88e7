-- One search for header, search page and lists. The program fills these tables: what it stores and what
-- it looks for go through the same normalization (core/catalogue/search/normalize.model.ts). Stores that
-- have reports are filled by the job catalogue.fillSearch, a batch at a time.
drop table report_search;
drop table search_word;
drop function collect_search_words();

-- Narrow, so that ranking never reads a long text. Published reports only.
create table find_report (
  report_id int primary key references report on delete cascade,
  -- Of the form in which it was written; the job writes rows of older forms anew.
  version smallint not null,
  -- The words of the title, and of what it is about: "lithium ion battery".
  title text not null,
  name text not null,
  -- The distinct stems of the name, sorted, and their number.
  key text not null,
  name_length smallint not null,
  -- A: stems of what the title is about; B: of keywords, synonyms and places, "=…" as a whole, "#…" forms
  -- of the code; C: of the whole title.
  words tsvector not null,
  industry_id int not null,
  published_on date not null,
  lowest_cents int,
  pages int,
  data_source text,
  data_year int,
  geography text[] not null,
  formats text[] not null
);
alter table find_report alter column words set storage main;
create index find_report_words_idx on find_report using gin (words) with (fastupdate = off);
create index find_report_key_idx on find_report (key);
create index find_report_name_idx on find_report (name_length, name text_pattern_ops);
create index find_report_newest_idx on find_report (published_on desc, report_id desc);
create index find_report_industry_idx on find_report (industry_id, published_on desc, report_id desc);
create index find_report_cents_idx on find_report (lowest_cents, published_on desc, report_id desc);
create index find_report_pages_idx on find_report (pages desc nulls last, published_on desc, report_id desc);
create index find_report_title_idx on find_report (title, report_id);

-- Everything that a report says, without places: it is looked for, and never ranked by.
create table find_deep (
  report_id int primary key references find_report on delete cascade,
  words tsvector not null
);
create index find_deep_words_idx on find_deep using gin (words) with (fastupdate = off);

-- The words of titles and keywords, to complete and to correct by. The count is of the stem, and taken
-- from time to time.
create table find_word (
  word text primary key,
  stem text not null,
  reports int not null
);
create index find_word_stem_idx on find_word (stem);
create index find_word_prefix_idx on find_word (word text_pattern_ops);

-- What is left of the beginning of a word without one or two of its letters.
create table find_delete (
  part text,
  word text references find_word on delete cascade,
  primary key (part, word)
);

-- When the words were counted last, and over how many reports.
create table find_count (
  is_only boolean primary key default true check (is_only),
  reports int not null,
  counted_at timestamptz not null
);

-- Words that mean the same, in both directions. The keys are the stems in their order.
create table find_synonym (
  id int generated always as identity primary key,
  term text not null,
  means text not null,
  term_key text not null,
  means_key text not null,
  unique (term_key, means_key)
);
create index find_synonym_means_idx on find_synonym (means_key);

-- What visitors looked for in vain: the words alone, and how often.
create table find_missed (
  words text primary key check (length(words) <= 80),
  searches int not null,
  last_at timestamptz not null
);
create index find_missed_last_at_idx on find_missed (last_at);

-- The field's acronyms and its words on both sides of the Atlantic, to start with.
insert into find_synonym (term, means, term_key, means_key) values
  ('EV', 'electric vehicle', 'ev', 'electr vehicl'),
  ('BEV', 'battery electric vehicle', 'bev', 'batteri electr vehicl'),
  ('PHEV', 'plug-in hybrid', 'phev', 'plug in hybrid'),
  ('HEV', 'hybrid electric vehicle', 'hev', 'hybrid electr vehicl'),
  ('FCEV', 'fuel cell vehicle', 'fcev', 'fuel cell vehicl'),
  ('AI', 'artificial intelligence', 'ai', 'artifici intellig'),
  ('GenAI', 'generative AI', 'genai', 'generat ai'),
  ('ML', 'machine learning', 'ml', 'machin learn'),
  ('LLM', 'large language model', 'llm', 'larg languag model'),
  ('NLP', 'natural language processing', 'nlp', 'natur languag process'),
  ('IoT', 'internet of things', 'iot', 'internet of thing'),
  ('IIoT', 'industrial IoT', 'iiot', 'industri iot'),
  ('AR', 'augmented reality', 'ar', 'augment realiti'),
  ('VR', 'virtual reality', 'vr', 'virtual realiti'),
  ('XR', 'extended reality', 'xr', 'extend realiti'),
  ('RPA', 'robotic process automation', 'rpa', 'robot process autom'),
  ('SaaS', 'software as a service', 'saa', 'softwar as a servic'),
  ('PaaS', 'platform as a service', 'paa', 'platform as a servic'),
  ('IaaS', 'infrastructure as a service', 'iaa', 'infrastructur as a servic'),
  ('ERP', 'enterprise resource planning', 'erp', 'enterpr resourc plan'),
  ('CRM', 'customer relationship management', 'crm', 'custom relationship manag'),
  ('SCM', 'supply chain management', 'scm', 'suppli chain manag'),
  ('BPO', 'business process outsourcing', 'bpo', 'busi process outsourc'),
  ('HR', 'human resources', 'hr', 'human resourc'),
  ('IAM', 'identity access management', 'iam', 'ident access manag'),
  ('VPN', 'virtual private network', 'vpn', 'virtual privat network'),
  ('SDN', 'software defined networking', 'sdn', 'softwar defin network'),
  ('OTT', 'over the top', 'ott', 'over the top'),
  ('VoIP', 'voice over IP', 'voip', 'voic over ip'),
  ('GPS', 'global positioning system', 'gps', 'global posit system'),
  ('GIS', 'geographic information system', 'gis', 'geograph inform system'),
  ('RFID', 'radio frequency identification', 'rfid', 'radio frequenc identif'),
  ('UAV', 'unmanned aerial vehicle', 'uav', 'unman aerial vehicl'),
  ('UAV', 'drone', 'uav', 'drone'),
  ('ADAS', 'driver assistance', 'ada', 'driver assist'),
  ('LiDAR', 'light detection', 'lidar', 'light detect'),
  ('LED', 'light emitting diode', 'led', 'light emit diod'),
  ('OLED', 'organic light emitting diode', 'ole', 'organ light emit diod'),
  ('PCB', 'printed circuit board', 'pcb', 'print circuit board'),
  ('IC', 'integrated circuit', 'ic', 'integr circuit'),
  ('GPU', 'graphics processing unit', 'gpu', 'graphic process unit'),
  ('CPU', 'central processing unit', 'cpu', 'central process unit'),
  ('SSD', 'solid state drive', 'ssd', 'solid state drive'),
  ('HDD', 'hard disk drive', 'hdd', 'hard disk drive'),
  ('MEMS', 'micro electro mechanical systems', 'mem', 'micro electro mechan system'),
  ('FPGA', 'field programmable gate array', 'fpga', 'field programm gate array'),
  ('SiC', 'silicon carbide', 'sic', 'silicon carbid'),
  ('GaN', 'gallium nitride', 'gan', 'gallium nitrid'),
  ('PLC', 'programmable logic controller', 'plc', 'programm logic control'),
  ('CNC', 'computer numerical control', 'cnc', 'comput numer control'),
  ('AGV', 'automated guided vehicle', 'agv', 'autom guid vehicl'),
  ('AMR', 'autonomous mobile robot', 'amr', 'autonom mobil robot'),
  ('HVAC', 'heating ventilation air conditioning', 'hvac', 'heat ventil air condit'),
  ('HVAC', 'air conditioning', 'hvac', 'air condit'),
  ('UPS', 'uninterruptible power supply', 'up', 'uninterrupt power suppli'),
  ('BESS', 'battery energy storage', 'bess', 'batteri energi storag'),
  ('ESS', 'energy storage system', 'ess', 'energi storag system'),
  ('Li-ion', 'lithium ion', 'li ion', 'lithium ion'),
  ('PV', 'photovoltaic', 'pv', 'photovolta'),
  ('solar panel', 'photovoltaic', 'solar panel', 'photovolta'),
  ('wind energy', 'wind power', 'wind energi', 'wind power'),
  ('nuclear energy', 'nuclear power', 'nuclear energi', 'nuclear power'),
  ('renewables', 'renewable energy', 'renew', 'renew energi'),
  ('CCS', 'carbon capture storage', 'ccs', 'carbon captur storag'),
  ('CCUS', 'carbon capture', 'ccus', 'carbon captur'),
  ('CO2', 'carbon dioxide', 'co2', 'carbon dioxid'),
  ('LNG', 'liquefied natural gas', 'lng', 'liquefi natur gas'),
  ('LPG', 'liquefied petroleum gas', 'lpg', 'liquefi petroleum gas'),
  ('CNG', 'compressed natural gas', 'cng', 'compress natur gas'),
  ('crude', 'crude oil', 'crude', 'crude oil'),
  ('petrol', 'gasoline', 'petrol', 'gasolin'),
  ('PVC', 'polyvinyl chloride', 'pvc', 'polyvinyl chlorid'),
  ('PET', 'polyethylene terephthalate', 'pet', 'polyethylen terephthal'),
  ('PP', 'polypropylene', 'pp', 'polypropylen'),
  ('PE', 'polyethylene', 'pe', 'polyethylen'),
  ('HDPE', 'high density polyethylene', 'hdpe', 'high densiti polyethylen'),
  ('LDPE', 'low density polyethylene', 'ldpe', 'low densiti polyethylen'),
  ('PU', 'polyurethane', 'pu', 'polyurethan'),
  ('EPS', 'expanded polystyrene', 'ep', 'expand polystyren'),
  ('EPS', 'polystyrene foam', 'ep', 'polystyren foam'),
  ('TiO2', 'titanium dioxide', 'tio2', 'titanium dioxid'),
  ('NH3', 'ammonia', 'nh3', 'ammonia'),
  ('DAP', 'diammonium phosphate', 'dap', 'diammonium phosphat'),
  ('TSP', 'triple superphosphate', 'tsp', 'tripl superphosph'),
  ('MAP', 'monoammonium phosphate', 'map', 'monoammonium phosphat'),
  ('MOP', 'muriate of potash', 'mop', 'muriat of potash'),
  ('MOP', 'potassium chloride', 'mop', 'potassium chlorid'),
  ('PGM', 'platinum group metals', 'pgm', 'platinum group metal'),
  ('REE', 'rare earth elements', 'ree', 'rare earth element'),
  ('REE', 'rare earths', 'ree', 'rare earth'),
  ('API', 'active pharmaceutical ingredient', 'api', 'activ pharmaceut ingredi'),
  ('CRO', 'contract research organization', 'cro', 'contract research organ'),
  ('CRO', 'contract research', 'cro', 'contract research'),
  ('CDMO', 'contract development manufacturing', 'cdmo', 'contract develop manufactur'),
  ('CMO', 'contract manufacturing', 'cmo', 'contract manufactur'),
  ('IVD', 'in vitro diagnostics', 'ivd', 'in vitro diagnost'),
  ('MRI', 'magnetic resonance imaging', 'mri', 'magnet reson imag'),
  ('CT', 'computed tomography', 'ct', 'comput tomographi'),
  ('EHR', 'electronic health record', 'ehr', 'electron health record'),
  ('EMR', 'electronic medical record', 'emr', 'electron medic record'),
  ('OTC', 'over the counter', 'otc', 'over the counter'),
  ('COPD', 'chronic obstructive pulmonary disease', 'copd', 'chronic obstruct pulmonari diseas'),
  ('CNS', 'central nervous system', 'cns', 'central nervous system'),
  ('PCR', 'polymerase chain reaction', 'pcr', 'polymeras chain reaction'),
  ('PPE', 'personal protective equipment', 'ppe', 'person protect equip'),
  ('CBD', 'cannabidiol', 'cbd', 'cannabidiol'),
  ('R&D', 'research and development', 'rd', 'research and develop'),
  ('M&A', 'mergers and acquisitions', 'ma', 'merger and acquisit'),
  ('MRO', 'maintenance repair', 'mro', 'mainten repair'),
  ('FMCG', 'fast moving consumer goods', 'fmcg', 'fast move consum good'),
  ('CPG', 'consumer packaged goods', 'cpg', 'consum packag good'),
  ('RTD', 'ready to drink', 'rtd', 'readi to drink'),
  ('RTE', 'ready to eat', 'rte', 'readi to eat'),
  ('QSR', 'quick service restaurant', 'qsr', 'quick servic restaur'),
  ('POS', 'point of sale', 'pos', 'point of sale'),
  ('ATM', 'automated teller machine', 'atm', 'autom teller machin'),
  ('OTA', 'travel agencies', 'ota', 'travel agenc'),
  ('3PL', 'third party logistics', '3pl', 'third parti logist'),
  ('B2B', 'business to business', 'b2b', 'busi to busi'),
  ('B2C', 'business to consumer', 'b2c', 'busi to consum'),
  ('D2C', 'direct to consumer', 'd2c', 'direct to consum'),
  ('SME', 'small and medium enterprises', 'sme', 'small and medium enterpr'),
  ('ESG', 'environmental social governance', 'esg', 'environment social govern'),
  ('EdTech', 'education technology', 'edtech', 'educ technolog'),
  ('FinTech', 'financial technology', 'fintech', 'financi technolog'),
  ('InsurTech', 'insurance technology', 'insurtech', 'insur technolog'),
  ('MedTech', 'medical technology', 'medtech', 'medic technolog'),
  ('AgTech', 'agricultural technology', 'agtech', 'agricultur technolog'),
  ('biotech', 'biotechnology', 'biotech', 'biotechnolog'),
  ('nanotech', 'nanotechnology', 'nanotech', 'nanotechnolog'),
  ('telecom', 'telecommunications', 'telecom', 'telecommun'),
  ('telco', 'telecom', 'telco', 'telecom'),
  ('pharma', 'pharmaceutical', 'pharma', 'pharmaceut'),
  ('drugs', 'pharmaceuticals', 'drug', 'pharmaceut'),
  ('medicine', 'pharmaceutical', 'medicin', 'pharmaceut'),
  ('medical equipment', 'medical devices', 'medic equip', 'medic devic'),
  ('auto', 'automotive', 'auto', 'automot'),
  ('car', 'automobile', 'car', 'automobil'),
  ('car', 'passenger car', 'car', 'passeng car'),
  ('lorry', 'truck', 'lorri', 'truck'),
  ('plane', 'aircraft', 'plane', 'aircraft'),
  ('airplane', 'aircraft', 'airplan', 'aircraft'),
  ('railway', 'railroad', 'railway', 'railroad'),
  ('rail', 'railway', 'rail', 'railway'),
  ('rail', 'railroad', 'rail', 'railroad'),
  ('ship', 'vessel', 'ship', 'vessel'),
  ('freight', 'cargo', 'freight', 'cargo'),
  ('chip', 'semiconductor', 'chip', 'semiconductor'),
  ('microchip', 'semiconductor', 'microchip', 'semiconductor'),
  ('TV', 'television', 'tv', 'televis'),
  ('PC', 'personal computer', 'pc', 'person comput'),
  ('laptop', 'notebook', 'laptop', 'notebook'),
  ('cell phone', 'mobile phone', 'cell phone', 'mobil phone'),
  ('smartphone', 'mobile phone', 'smartphon', 'mobil phone'),
  ('fridge', 'refrigerator', 'fridg', 'refriger'),
  ('lift', 'elevator', 'lift', 'elev'),
  ('maize', 'corn', 'maiz', 'corn'),
  ('soya', 'soybean', 'soya', 'soybean'),
  ('soy', 'soybean', 'soy', 'soybean'),
  ('groundnut', 'peanut', 'groundnut', 'peanut'),
  ('canola', 'rapeseed', 'canola', 'rapese'),
  ('paddy', 'rice', 'paddi', 'rice'),
  ('cattle', 'beef', 'cattl', 'beef'),
  ('pig meat', 'pork', 'pig meat', 'pork'),
  ('hog', 'pork', 'hog', 'pork'),
  ('prawn', 'shrimp', 'prawn', 'shrimp'),
  ('aubergine', 'eggplant', 'aubergin', 'eggplant'),
  ('courgette', 'zucchini', 'courgett', 'zucchini'),
  ('coriander', 'cilantro', 'coriand', 'cilantro'),
  ('rocket leaves', 'arugula', 'rocket leaf', 'arugula'),
  ('sweets', 'confectionery', 'sweet', 'confectioneri'),
  ('candy', 'confectionery', 'candi', 'confectioneri'),
  ('biscuits', 'cookies', 'biscuit', 'cooki'),
  ('crisps', 'potato chips', 'crisp', 'potato chip'),
  ('soft drink', 'carbonated beverage', 'soft drink', 'carbon beverag'),
  ('soda', 'soft drink', 'soda', 'soft drink'),
  ('fizzy drink', 'soft drink', 'fizzi drink', 'soft drink'),
  ('booze', 'alcoholic beverage', 'booz', 'alcohol beverag'),
  ('nappy', 'diaper', 'nappi', 'diaper'),
  ('clothing', 'apparel', 'cloth', 'apparel'),
  ('garment', 'apparel', 'garment', 'apparel'),
  ('footwear', 'shoes', 'footwear', 'shoe'),
  ('trainers', 'sneakers', 'trainer', 'sneaker'),
  ('rubbish', 'waste', 'rubbish', 'wast'),
  ('garbage', 'waste', 'garbag', 'wast'),
  ('sewage', 'wastewater', 'sewag', 'wastewat'),
  ('glue', 'adhesive', 'glue', 'adhes'),
  ('agrochemicals', 'agricultural chemicals', 'agrochem', 'agricultur chemic'),
  ('pesticide', 'crop protection', 'pesticid', 'crop protect'),
  ('wolfram', 'tungsten', 'wolfram', 'tungsten'),
  ('columbium', 'niobium', 'columbium', 'niobium'),
  ('quicksilver', 'mercury', 'quicksilv', 'mercuri'),
  ('US', 'United States', 'us', 'unit state'),
  ('US', 'United States of America', 'us', 'unit state of america'),
  ('US', 'America', 'us', 'america'),
  ('US', 'American', 'us', 'american'),
  ('UK', 'United Kingdom', 'uk', 'unit kingdom'),
  ('UK', 'Britain', 'uk', 'britain'),
  ('UK', 'Great Britain', 'uk', 'great britain'),
  ('EU', 'European Union', 'eu', 'european union'),
  ('UAE', 'United Arab Emirates', 'uae', 'unit arab emir'),
  ('KSA', 'Saudi Arabia', 'ksa', 'saudi arabia'),
  ('APAC', 'Asia Pacific', 'apac', 'asia pacif'),
  ('LATAM', 'Latin America', 'latam', 'latin america'),
  ('MEA', 'Middle East and Africa', 'mea', 'middl east and africa'),
  ('GCC', 'Gulf Cooperation Council', 'gcc', 'gulf cooper council');
