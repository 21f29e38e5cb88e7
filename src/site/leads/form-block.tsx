import { useLocation } from 'react-router';
import type { Country } from '#core/content/model.ts';
import type { LeadKind } from '#core/leads/kinds.model.ts';
import { Island } from '#site/islands/island.tsx';
import { LeadForm } from '#site/islands/lead-form.tsx';
import { useChallenge } from '#site/layout/use-site.ts';
import { optionsHtml } from '#ui/options.ts';
import { forms } from './forms.ts';

export type Sent = {
  readonly message: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly values: Readonly<Record<string, string>>;
};

type Props = {
  readonly kind: LeadKind;
  readonly id?: string;
  readonly report?: string;
  readonly countries: readonly Country[];
  readonly thanks?: boolean;
  readonly sent?: Sent | undefined;
};

/** Phone codes as numbers, ascending; of several countries with one code each is named. */
const codes = (countries: readonly Country[]): [string, string][] =>
  countries
    .toSorted((a, b) => Number(a.phonecode) - Number(b.phonecode) || (a.name < b.name ? -1 : 1))
    .map(({ phonecode, name }) => [`+${phonecode}`, `+${phonecode} ${name}`]);

const made = new WeakMap<readonly Country[], string>();

/** The options of phone codes: two forms of one page share them. */
function codeOptions(countries: readonly Country[], chosen: string | undefined): string {
  if (chosen !== undefined) return optionsHtml(codes(countries), chosen);
  const known = made.get(countries) ?? optionsHtml(codes(countries));
  made.set(countries, known);
  return known;
}

/** A visitor's form as an island: it works as a plain post until it is touched. */
export function FormBlock({ kind, id = kind, report, countries, thanks, sent }: Props) {
  const { pathname } = useLocation();
  const challenge = useChallenge();
  const select = forms[kind].fields.find(({ as }) => as === 'code' || as === 'country');
  const options =
    select &&
    (select.as === 'code'
      ? codeOptions(countries, sent?.values[select.name])
      : optionsHtml(
          countries.map(({ id: value, name }) => [String(value), name]),
          sent?.values[select.name],
        ));
  const props = {
    kind,
    id,
    page: pathname,
    challenge,
    ...(report ? { report } : {}),
    ...(thanks ? { thanks } : {}),
    ...(sent ? { sent } : {}),
  };
  return (
    <Island name="leadForm" when="intent" props={props}>
      <LeadForm {...props} {...(options ? { options } : {})} />
    </Island>
  );
}
