import { socialNetworks } from '#core/content/model.ts';
import { defaultTexts, type HomeBlock, type TextKey } from '#core/store/texts.model.ts';
import { CheckboxField, fieldProps, SelectField, TextField } from '#admin/frame/fields.tsx';
import { RowFields } from '#admin/frame/row-fields.tsx';
import type { SettingsPart } from '#admin/store/settings-part.ts';
import { capitalize } from '#ui/format.ts';

type Fields = SettingsPart['renderFields'];

export const contactFields: Fields = ({ contact, offices, social }, rejected) => (
  <>
    <div className="admin-row">
      <TextField
        label="Email for enquiries"
        type="email"
        required
        {...fieldProps('contact.email', contact.email, rejected)}
      />
      <TextField
        label="Email for orders"
        hint="Emails are sent from here."
        type="email"
        required
        {...fieldProps('contact.salesEmail', contact.salesEmail, rejected)}
      />
    </div>
    <RowFields
      path="offices"
      legend="Offices"
      hint="The first one is printed on invoices if there is no legal address."
      noun="office"
      stored={offices}
      rejected={rejected}
      max={12}
    >
      {(field) => (
        <>
          <TextField {...field('place', 'Place')} maxLength={60} />
          <TextField {...field('phone', 'Phone')} maxLength={40} />
          <TextField {...field('address', 'Address')} maxLength={300} />
        </>
      )}
    </RowFields>
    <fieldset className="admin-fieldset">
      <legend>Social networks</legend>
      {socialNetworks.map((network) => (
        <TextField
          key={network}
          label={capitalize(network)}
          type="url"
          placeholder="https://"
          {...fieldProps(`social.${network}`, social[network], rejected)}
        />
      ))}
    </fieldset>
  </>
);

const blockNames: Readonly<Record<HomeBlock, string>> = {
  clients: 'Clients',
  latest: 'Latest reports',
  industries: 'Industries',
  services: 'Services',
  blog: 'Blog',
  press: 'Press releases',
  testimonials: 'Testimonials',
};

export const blockTitle = (block: HomeBlock): string => blockNames[block];

export const homeFields: Fields = ({ home, texts }, rejected) => {
  const hidden = (Object.keys(blockNames) as HomeBlock[]).filter(
    (block) => !home.blocks.includes(block),
  );
  const stored = [
    ...home.blocks.map((block) => ({ block, isShown: '1' })),
    ...hidden.map((block) => ({ block, isShown: '' })),
  ];
  return (
    <>
      <TextField label="Title" {...fieldProps('texts.home.title', texts['home.title'], rejected)} />
      <TextField
        label="Below the number of reports"
        {...fieldProps('texts.home.text', texts['home.text'], rejected)}
      />
      <RowFields
        path="home.blocks"
        legend="Blocks of the home page, from top to bottom"
        noun="block"
        stored={stored}
        rejected={rejected}
        max={stored.length}
        canAdd={false}
      >
        {(field) => {
          const block = field('block', '');
          const shown = field('isShown', '');
          return (
            <>
              <input type="hidden" name={block.name} value={block.defaultValue} />
              <CheckboxField
                name={shown.name}
                label={blockNames[block.defaultValue as HomeBlock] ?? block.defaultValue}
                defaultChecked={shown.defaultValue === '1'}
              />
            </>
          );
        }}
      </RowFields>
      <SelectField
        label="A block with nothing to show"
        options={[
          ['hidden', 'is left out'],
          ['named', 'says so'],
        ]}
        {...fieldProps('home.emptyBlocks', home.emptyBlocks, rejected)}
      />
    </>
  );
};

const textNames: Readonly<Record<TextKey, readonly [label: string, hint: string]>> = {
  'home.title': ['Title of the home page', ''],
  'home.text': ['Below the number of reports on the home page', ''],
  'newsletter.title': ['Title of the newsletter', 'At the foot of every page.'],
  'newsletter.text': ['Text of the newsletter', 'Below its title.'],
  'services.text': ['Opening of the page of services', ''],
  'footer.note': ['After the copyright notice', 'At the foot of every page.'],
  'report.dataSheet': ['Name of the data sheet', 'Where a report sells its numbers alone.'],
  'email.greeting': ['Greeting of emails', 'A name or a comma follows it.'],
  'email.signature': ['Signature of emails', 'Above the name of the store.'],
  'invoice.delivery': ['Delivery, on invoices', ''],
  'certificate.note': ['Note on licence certificates', ''],
};

/** Those of the home page are beside its blocks. */
export const shownTexts = (Object.keys(textNames) as TextKey[]).filter(
  (key) => !key.startsWith('home.'),
);

export const textFields: Fields = ({ texts }, rejected) =>
  shownTexts.map((key) => {
    const [label, hint] = textNames[key];
    const builtIn = defaultTexts[key];
    return (
      <TextField
        key={key}
        label={label}
        hint={`${hint}${builtIn ? ` Built in: “${builtIn}”` : ' Nothing by default.'}`.trim()}
        maxLength={400}
        {...fieldProps(`texts.${key}`, texts[key], rejected)}
      />
    );
  });
