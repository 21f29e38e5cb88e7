import { useLocation } from 'react-router';
import type { Country } from '#core/content/model.ts';
import type { LeadKind } from '#core/leads/lead-kinds.model.ts';
import { Island } from '#site/islands/runtime/island.tsx';
import { LeadForm } from '#site/islands/components/lead-form.tsx';
import { useCaptcha } from '#site/layout/use-site.ts';
import { renderOptionsHtml } from '#ui/select-options.ts';
import { leadForms } from './lead-form-fields.ts';

export type RejectedForm = {
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
  readonly sent?: RejectedForm | undefined;
};

/** Phone codes as numbers, ascending; of several countries with one code each is named. */
const phoneCodeOptions = (countries: readonly Country[]): [string, string][] =>
  countries
    .toSorted((a, b) => Number(a.phonecode) - Number(b.phonecode) || (a.name < b.name ? -1 : 1))
    .map(({ phonecode, name }) => [`+${phonecode}`, `+${phonecode} ${name}`]);

const optionsHtmlCache = new WeakMap<readonly Country[], string>();

/** The options of phone codes: two forms of one page share them. */
function phoneCodeOptionsHtml(countries: readonly Country[], selected: string | undefined): string {
  if (selected !== undefined) return renderOptionsHtml(phoneCodeOptions(countries), selected);
  const html = optionsHtmlCache.get(countries) ?? renderOptionsHtml(phoneCodeOptions(countries));
  optionsHtmlCache.set(countries, html);
  return html;
}

/** A visitor's form as an island: it works as a plain post until it is touched. */
export function LeadFormIsland({ kind, id = kind, report, countries, thanks, sent }: Props) {
  const { pathname } = useLocation();
  const captcha = useCaptcha();
  const selectField = leadForms[kind].fields.find(
    ({ control }) => control === 'code' || control === 'country',
  );
  const options =
    selectField &&
    (selectField.control === 'code'
      ? phoneCodeOptionsHtml(countries, sent?.values[selectField.name])
      : renderOptionsHtml(
          countries.map(({ id: value, name }) => [String(value), name]),
          sent?.values[selectField.name],
        ));
  const props = {
    kind,
    id,
    page: pathname,
    captcha,
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
