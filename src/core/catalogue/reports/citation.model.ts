/** A chart as a reference in the four usual styles. */

export type CitedChart = {
  readonly publisher: string;
  readonly finding: string;
  readonly reportTitle: string;
  readonly code: string;
  /** Of the edition, "2026-04-03". */
  readonly publishedOn: string;
  readonly url: string;
  /** The attribution that the source asks for: "Source: USDA …". */
  readonly attribution: string;
};

export type Citation = {
  readonly style: 'APA' | 'MLA' | 'Chicago' | 'BibTeX';
  readonly text: string;
};

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** APA 7, MLA 9, Chicago 17 (bibliography) and BibTeX. */
export function buildCitations(chart: CitedChart): Citation[] {
  const { publisher, finding, reportTitle, code, url, attribution } = chart;
  const [year = '', month = '', day = ''] = chart.publishedOn.split('-');
  const monthName = months[Number(month) - 1] ?? '';
  const date = `${monthName} ${Number(day)}`;
  return [
    {
      style: 'APA',
      text:
        `${publisher}. (${year}, ${date}). ${finding} [Chart]. In ${reportTitle} ` +
        `(Report No. ${code}). ${url}`,
    },
    {
      style: 'MLA',
      text:
        `“${finding}.” ${reportTitle}, ${publisher}, ` +
        `${Number(day)} ${abbreviateMonth(monthName)} ${year}, ${url}.`,
    },
    {
      style: 'Chicago',
      text: `${publisher}. “${finding}.” Chart. In ${reportTitle}. ${date}, ${year}. ${url}.`,
    },
    {
      style: 'BibTeX',
      text: [
        `@misc{${code.toLowerCase()}-${year},`,
        `  author = {{${escapeBibTex(publisher)}}},`,
        `  title = {{${escapeBibTex(finding)}}},`,
        `  howpublished = {Chart in: ${escapeBibTex(reportTitle)}},`,
        `  year = {${year}},`,
        `  month = ${monthName.slice(0, 3).toLowerCase()},`,
        `  note = {${escapeBibTex(attribution)}},`,
        `  url = {${url}}`,
        '}',
      ].join('\n'),
    },
  ];
}

/** MLA writes May, June and July in full, September as "Sept.". */
function abbreviateMonth(name: string): string {
  if (name.length <= 4) return name;
  return name === 'September' ? 'Sept.' : `${name.slice(0, 3)}.`;
}

const escapeBibTex = (text: string): string =>
  text.replaceAll(/[\\{}]/g, '').replaceAll(/[&%$#_]/g, String.raw`\$&`);
