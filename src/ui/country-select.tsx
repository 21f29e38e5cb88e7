type Props = {
  readonly countries: readonly { readonly id: number; readonly name: string }[];
  readonly error: string | undefined;
  readonly defaultValue: string | undefined;
  readonly required?: boolean;
};

/** The labelled select `country`: the value is the country's id, empty until one is chosen. */
export function CountrySelect({ countries, error, defaultValue = '', required }: Props) {
  return (
    <div className="field">
      <label htmlFor="country">Country</label>
      <select
        id="country"
        name="country"
        required={required}
        autoComplete="country"
        defaultValue={defaultValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'country-error' : undefined}
      >
        <option value="">Choose…</option>
        {countries.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {error && (
        <p id="country-error" className="error">
          {error}
        </p>
      )}
    </div>
  );
}
