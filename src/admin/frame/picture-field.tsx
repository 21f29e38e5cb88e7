import { paths } from '#src/paths.ts';
import { Field } from '#ui/field.tsx';

const accepted = 'image/jpeg,image/png,image/webp,image/avif,.jpg,.jpeg,.png,.webp,.avif';

/** A field for the files of pictures, in a form of multipart/form-data; posts `file`. */
export const FileField = (props: {
  readonly label: string;
  readonly error: string | undefined;
  readonly isMultiple?: boolean;
  readonly id?: string;
}) => (
  <Field
    type="file"
    name="file"
    required
    id={props.id}
    label={props.label}
    accept={accepted}
    multiple={props.isMultiple}
    error={props.error}
    hint={
      'JPEG, PNG, WebP or AVIF, 25 MB and 50 megapixels at most. What cameras write into them, ' +
      'such as the place, is removed.'
    }
  />
);

/**
 * A picture of the library, by its name: "media/wheat-field", or nothing. With script a button opens
 * the library, to search in it and to upload into it. Other names are the publisher's own files. The
 * verb that takes the form asks `media.library.refuseUnusable` whether the picture can be used.
 */
export function PictureField(props: {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly defaultValue: string | undefined;
  /** The purpose of the picture, before the sentence that says what the field takes. */
  readonly hint?: string;
  /** True if it is shown on a dark background. */
  readonly isOnDark?: boolean;
}) {
  const { defaultValue = '', hint = '', isOnDark, ...field } = props;
  const address = paths.picture(defaultValue);
  return (
    <div
      className="picture-field"
      data-picture-field="/admin/media/data"
      data-ground={isOnDark ? 'dark' : undefined}
    >
      {defaultValue && (
        <img
          src={/^https?:/.test(address) ? address : `${address}?width=160`}
          alt=""
          width="96"
          height="64"
        />
      )}
      <Field
        {...field}
        hint={`${hint} The name of a picture in the media, or nothing.`.trim()}
        defaultValue={defaultValue}
        autoComplete="off"
      />
      <button
        type="button"
        className="admin-button with-script"
        aria-label={`Choose: ${props.label}`}
      >
        Choose…
      </button>
    </div>
  );
}
