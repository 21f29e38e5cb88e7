import { useLocation } from 'react-router';
import type { Country } from '#core/content/model.ts';
import type { LeadKind } from '#core/leads/lead-kinds.model.ts';
import type { FieldValues, RejectedForm } from '#site/form-fields.ts';
import { LeadForm } from '#site/islands/components/lead-form.tsx';
import { formatCountryWithCode, sortByPhoneCode } from '#site/country-options.ts';
import { Island } from '#site/islands/runtime/island.tsx';
import { useCaptcha } from '#site/layout/use-site.ts';
import { renderOptionsHtml } from '#ui/select-options.ts';
import { leadForms } from './lead-form-fields.ts';

type Props = {
  readonly kind: LeadKind;
  readonly id?: string;
  readonly reportCode?: string;
  readonly countries: readonly Country[];
  readonly rejected?: RejectedForm | undefined;
  /** Values of fields that the visitor has not filled yet. */
  readonly values?: FieldValues;
};

/** A code of several countries is listed once for each. */
const toPhoneCodeOptions = (countries: readonly Country[]): [string, string][] =>
  sortByPhoneCode(countries).map((country) => [
    `+${country.phonecode}`,
    formatCountryWithCode(country),
  ]);

const phoneCodeHtmlCache = new WeakMap<readonly Country[], string>();

/** Options of phone codes as HTML; all pages share them while the countries are the same. */
function renderPhoneCodes(countries: readonly Country[], selected: string | undefined): string {
  if (selected !== undefined) return renderOptionsHtml(toPhoneCodeOptions(countries), selected);
  const html =
    phoneCodeHtmlCache.get(countries) ?? renderOptionsHtml(toPhoneCodeOptions(countries));
  phoneCodeHtmlCache.set(countries, html);
  return html;
}

/** Options of the form's select as HTML, or undefined for a form without one. */
function renderFormOptions({ kind, countries, rejected }: Props): string | undefined {
  for (const { control, name } of leadForms[kind].fields) {
    if (control === 'country-code') return renderPhoneCodes(countries, rejected?.values[name]);
    if (control === 'country')
      return renderOptionsHtml(
        sortByPhoneCode(countries).map((country) => [
          String(country.id),
          formatCountryWithCode(country),
        ]),
        rejected?.values[name],
      );
  }
  return undefined;
}

/** An enquiry's form as an island: it works as a plain post until it is touched. */
export function LeadFormIsland(props: Props) {
  const { kind, id = kind, reportCode, rejected, values } = props;
  const optionsHtml = renderFormOptions(props);
  const islandProps = {
    kind,
    id,
    pagePath: useLocation().pathname,
    captcha: useCaptcha(),
    ...(reportCode ? { reportCode } : {}),
    ...(rejected ? { rejected } : {}),
    ...(values ? { values } : {}),
  };
  return (
    <Island name="lead-form" when="intent" props={islandProps}>
      <LeadForm {...islandProps} {...(optionsHtml ? { optionsHtml } : {})} />
    </Island>
  );
}
