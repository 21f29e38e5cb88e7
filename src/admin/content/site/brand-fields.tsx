import { backgrounds, computeContrast } from '#core/store/colours.model.ts';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import type { SettingsPart } from '#admin/store/settings-part.ts';
import { PictureName, type FieldOf } from './picture-name.tsx';

export const brandFields: SettingsPart['renderFields'] = ({ name, brand }, rejected) => (
  <>
    <TextField label="Name" maxLength={80} {...fieldProps('name', name, rejected)} />
    <TextField
      label="Tagline"
      hint="A few words below the name at the foot of every page."
      maxLength={120}
      {...fieldProps('brand.tagline', brand.tagline, rejected)}
    />
    <PictureName
      label="Logo"
      hint="Shown on a light ground, 36 pixels high; empty for the name beside a mark."
      {...fieldProps('brand.logo', brand.logo, rejected)}
    />
    <PictureName
      label="Icon"
      hint="A square picture for browser tabs and home screens; empty for the built-in one."
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
