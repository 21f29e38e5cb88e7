/** Places that take an article within a sentence. */
const withArticle =
  /^(European Union|United|Netherlands|Philippines|Bahamas|Gambia|Maldives|Czech Republic|Dominican Republic|British Virgin Islands|Cayman Islands|Democratic Republic|Central African|Faroe|Solomon|Marshall)/;

/** A place as it appears within a sentence: "the United States". */
export function namePlace(name: string): string {
  const places = name.replace(' and United Kingdom', ' and the United Kingdom');
  return withArticle.test(places) ? `the ${places}` : places;
}
