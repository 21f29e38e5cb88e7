import type { StoreSettings } from '#core/store/settings.model.ts';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import { PictureField } from '#admin/frame/picture-field.tsx';
import { RichTextField } from '#admin/frame/rich-text-field.tsx';
import { RowFields } from '#admin/frame/row-fields.tsx';
import type { SettingsPart } from '#admin/store/settings-part.ts';
import type { RejectedForm } from '#site/form-fields.ts';

export const aboutFields: SettingsPart['renderFields'] = ({ about }, rejected, tree) => (
  <>
    <RichTextField
      label="About us"
      tree={tree}
      rows={12}
      {...fieldProps('about.html', about.html, rejected)}
    />
    <div className="admin-row">
      <TextField
        label="Years"
        hint="Such as 12; empty for none."
        {...fieldProps('about.experience', about.experience, rejected)}
      />
      <TextField
        label="Below the years"
        required
        {...fieldProps('about.experienceLabel', about.experienceLabel, rejected)}
      />
    </div>
    <PictureField
      label="Banner"
      hint="At the top of the about page."
      {...fieldProps('about.banner', about.banner, rejected)}
    />
    <TextField
      label="What the banner shows"
      hint="For readers who can't see it."
      {...fieldProps('about.bannerText', about.bannerText, rejected)}
    />
    {renderAboutRows({ about, rejected })}
  </>
);

type RowsProps = {
  readonly about: StoreSettings['about'];
  readonly rejected: RejectedForm | undefined;
};

const renderAboutRows = ({ about, rejected }: RowsProps) => (
  <>
    <RowFields
      path="about.reasons"
      legend="Reasons to choose you"
      noun="reason"
      stored={about.reasons.map((text) => ({ text }))}
      rejected={rejected}
      max={12}
    >
      {(field) => <TextField {...field('text', 'Reason')} maxLength={200} />}
    </RowFields>
    <RowFields
      path="about.cards"
      legend="Cards"
      noun="card"
      stored={about.cards}
      rejected={rejected}
      max={12}
    >
      {(field) => (
        <>
          <TextField {...field('title', 'Title')} maxLength={60} />
          <TextField {...field('text', 'Text')} maxLength={300} />
        </>
      )}
    </RowFields>
  </>
);
