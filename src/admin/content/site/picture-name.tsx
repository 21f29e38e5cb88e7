import { TextField, type fieldProps } from '#admin/frame/fields.tsx';
import { paths } from '#src/paths.ts';

export type FieldOf = ReturnType<typeof fieldProps> & {
  readonly label: string;
  readonly hint: string;
};

/** A picture by its name, with the picture. */
export function PictureName({ hint, defaultValue, ...field }: FieldOf) {
  return (
    <div className="admin-picture-name">
      <TextField
        {...field}
        hint={`${hint} The name of a picture, such as logo.svg.`}
        defaultValue={defaultValue}
      />
      {defaultValue && (
        <img
          src={/^https?:/.test(defaultValue) ? defaultValue : paths.picture(defaultValue)}
          alt={`${field.label} as it is`}
        />
      )}
    </div>
  );
}
