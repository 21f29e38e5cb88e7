import { backgrounds, computeContrast } from '#core/store/colours.model.ts';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import { PictureField } from '#admin/frame/picture-field.tsx';
import type { SettingsPart } from '#admin/store/settings-part.ts';

export const brandFields: SettingsPart['renderFields'] = ({ name, brand }, rejected) => (
  <>
    <TextField label="Name" maxLength={80} required {...fieldProps('name', name, rejected)} />
    <TextField
      label="Tagline"
      hint="A few words below the name at the foot of every page."
      maxLength={120}
      {...fieldProps('brand.tagline', brand.tagline, rejected)}
    />
    <PictureField
      label="Logo"
      hint="At the top of every page, 36 pixels high; without one, the name beside a mark."
      {...fieldProps('brand.logo', brand.logo, rejected)}
    />
    <PictureField
      label="Logo for dark backgrounds"
      hint="At the foot of every page; without one, the name beside a mark."
      isOnDark
      {...fieldProps('brand.logoOnDark', brand.logoOnDark, rejected)}
    />
    <PictureField
      label="Icon"
      hint="Square, for browser tabs and home screens; without one, the built-in icon."
      {...fieldProps('brand.favicon', brand.favicon, rejected)}
    />
    <div className="admin-row">
      <ColourField
        label="Accent colour"
        hint="Links, prices and buttons with white text. Empty for the built-in red."
        {...fieldProps('brand.colours.accent', brand.colours.accent, rejected)}
      />
      <ColourField
        label="Darker accent"
        hint="A button under the pointer. Empty for one made from the accent."
        {...fieldProps('brand.colours.accentDeep', brand.colours.accentDeep, rejected)}
      />
    </div>
  </>
);

type FieldOf = ReturnType<typeof fieldProps> & { readonly label: string; readonly hint: string };

/** A colour as #rrggbb, with how it looks and how well it can be read. */
function ColourField({ hint, defaultValue, ...field }: FieldOf) {
  const isColour = /^#[0-9a-f]{6}$/i.test(defaultValue ?? '');
  return (
    <div className="admin-colour">
      <TextField {...field} hint={hint} defaultValue={defaultValue} placeholder="#9c2f1b" />
      {isColour && defaultValue && (
        <p className="admin-by">
          <span className="admin-swatch" style={{ background: defaultValue }} />
          {Object.entries(backgrounds)
            .map(
              ([name, background]) =>
                `contrast ${computeContrast(defaultValue, background).toFixed(1)} on the ${name}`,
            )
            .join(', ')}
          ; text needs 4.5.
        </p>
      )}
    </div>
  );
}
