import { readRows } from '#admin/frame/form-rows.ts';
import type { SettingsPart } from '#admin/store/settings-part.ts';
import { socialNetworks } from '#core/content/model.ts';
import type { StoreSettings } from '#core/store/settings.model.ts';
import type { HomeBlock } from '#core/store/texts.model.ts';
import type { FieldErrors, FieldValues } from '#site/form-fields.ts';
import { aboutFields } from './about-fields.tsx';
import { brandFields } from './brand-fields.tsx';
import { blockTitle, contactFields, homeFields, shownTexts, textFields } from './site-fields.tsx';

const readText = (fields: FieldValues, name: string): string => fields[name]?.trim() ?? '';
const readOptional = (fields: FieldValues, name: string): string | null =>
  readText(fields, name) || null;

/** Errors at "about.reasons.1" as those of its field, "about.reasons.1.text". */
const nameReasonErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([place, messages]) => [
      /^about\.reasons\.\d+$/.test(place) ? `${place}.text` : place,
      messages,
    ]),
  );

const readHomeTexts = (fields: FieldValues, { texts }: StoreSettings) => ({
  ...texts,
  'home.title': readText(fields, 'texts.home.title'),
  'home.text': readText(fields, 'texts.home.text'),
});

/** The owner's texts about the publisher, by the last part of the page's address. */
export const siteParts: Readonly<Record<string, SettingsPart>> = {
  brand: {
    title: 'Brand',
    describe: ({ name, brand }) => [name, brand.tagline].filter(Boolean).join(': '),
    renderFields: brandFields,
    read: (fields) => ({
      name: readText(fields, 'name'),
      brand: {
        tagline: readText(fields, 'brand.tagline'),
        logo: readOptional(fields, 'brand.logo'),
        logoOnDark: readOptional(fields, 'brand.logoOnDark'),
        favicon: readOptional(fields, 'brand.favicon'),
        colours: {
          accent: readOptional(fields, 'brand.colours.accent'),
          accentDeep: readOptional(fields, 'brand.colours.accentDeep'),
        },
      },
    }),
  },
  contact: {
    title: 'Contact and offices',
    describe: ({ contact, offices }) =>
      [contact.email, ...offices.map(({ place }) => place)].join(', '),
    renderFields: contactFields,
    listRows: () => ['offices'],
    read: (fields) => ({
      contact: {
        email: readText(fields, 'contact.email'),
        salesEmail: readText(fields, 'contact.salesEmail'),
      },
      offices: readRows(fields, 'offices').map(({ place, phone, address }) => ({
        place,
        phone,
        address,
      })),
      social: Object.fromEntries(
        socialNetworks.flatMap((network) => {
          const url = readText(fields, `social.${network}`);
          return url === '' ? [] : [[network, url]];
        }),
      ),
    }),
  },
  about: {
    title: 'About us',
    describe: ({ about }) => (about.html === '' ? 'No text yet' : 'A text of your own'),
    renderFields: aboutFields,
    listRows: () => ['about.reasons', 'about.cards'],
    nameErrors: nameReasonErrors,
    read: (fields) => ({
      about: {
        html: readText(fields, 'about.html'),
        experience: readText(fields, 'about.experience'),
        banner: readOptional(fields, 'about.banner'),
        bannerText: readText(fields, 'about.bannerText'),
        experienceLabel: readText(fields, 'about.experienceLabel'),
        reasons: readRows(fields, 'about.reasons').map(({ text }) => text),
        cards: readRows(fields, 'about.cards').map(({ title, text }) => ({ title, text })),
      },
    }),
  },
  home: {
    title: 'Home page',
    describe: ({ home }) => home.blocks.map(blockTitle).join(', ') || 'No blocks',
    renderFields: homeFields,
    showValues: {
      'home.blocks': (blocks) => (blocks as HomeBlock[]).map(blockTitle).join(', '),
    },
    read: (fields, settings) => ({
      home: {
        blocks: readRows(fields, 'home.blocks').flatMap(({ block, isShown }) =>
          isShown === '1' ? [block] : [],
        ),
        emptyBlocks: fields['home.emptyBlocks'],
      },
      texts: readHomeTexts(fields, settings),
    }),
  },
  texts: {
    title: 'Short texts',
    describe: ({ texts }) => `“${texts['newsletter.title']}”, “${texts['email.greeting']}” …`,
    renderFields: textFields,
    read: (fields, { texts }) => ({
      texts: {
        ...texts,
        ...Object.fromEntries(shownTexts.map((key) => [key, readText(fields, `texts.${key}`)])),
      },
    }),
  },
};
