type Props = {
  readonly countries: readonly {
    readonly id: number;
    readonly name: string;
    /** In this country's addresses the city comes before the postal code. */
    readonly isCityFirst?: boolean;
    /** Persons there may withdraw from a purchase. */
    readonly hasWithdrawal?: boolean;
  }[];
  readonly error: string | undefined;
  readonly defaultValue: string | undefined;
  readonly required?: boolean;
  readonly autoFocus?: boolean;
};

/** The labelled select `country`: the value is the country's id, empty until one is chosen. */
export function CountrySelect({ countries, error, defaultValue = '', required, autoFocus }: Props) {
  return (
    <div className="field">
      <label htmlFor="country">Country</label>
      <select
        id="country"
        name="country"
        required={required}
        autoFocus={autoFocus}
        autoComplete="country"
        defaultValue={defaultValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'country-error' : undefined}
      >
        <option value="">Choose…</option>
        {countries.map(({ id, name, isCityFirst, hasWithdrawal }) => (
          <option
            key={id}
            value={id}
            data-city-first={isCityFirst ? '' : undefined}
            data-withdrawal={hasWithdrawal ? '' : undefined}
          >
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
