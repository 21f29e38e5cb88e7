/** The second publisher's reports as rows of a sheet: no data, and texts of every kind. */
const bodyHtml = `<h2>Nachfrage &amp; Angebot</h2>
<p>Der Markt wächst <strong>schnell</strong>. <a href="https://example.com/?a=1&amp;b=2">Quelle</a></p>
<table><caption>Tabelle 1</caption><tr><th>Größe</th><th>Mrd.</th></tr><tr><td colspan="2">alle</td></tr></table>
<ul><li>Europa<ul><li>Deutschland</li></ul></li></ul>
<img src="werk.jpg" alt="Ein Werk"><script>alert('script')</script><p onclick="alert(1)">Ende &lt;b&gt;</p>`;

const longTitle = `${'Sehr lange Berichte über alles und die Teile davon '.repeat(57)}${'Polytetrafluorethylen'.repeat(10)}`;

const row = (code: string, title: string, more: Readonly<Record<string, string>> = {}) => ({
  code,
  title,
  industry: 'Metalle & Bergbau',
  state: 'published',
  price_single: '1250',
  ...more,
});

export const secondPublisherReports = [
  row('NL-HTML', 'Aluminiumdosen <em>weltweit</em> & "mehr"', {
    price_corporate: '3900.50',
    further_industries: 'Verpackung',
    authors: 'Jürgen Größe; Abteilung <Metalle>',
    body_html: bodyHtml,
    toc: '1 Einleitung\n2 Märkte\n\t2.1 Europa',
    tables: 'Dosen nach Größe',
    segmentation: 'Größe: 330 ml; 500 ml',
    companies: 'Ball; Ardagh <Group>',
    faq_1_question: 'Wie viele Dosen & Deckel?',
    faq_1_answer: 'Rund 420 Mrd. <Stück>',
    keywords: 'Dosen; Getränke',
    published_on: '2026-10-01',
    next_update_on: '2027-10-01',
    period_from: '2019',
    period_to: '2025',
    forecast_to: '2032',
    geography: 'Global; Europa',
  }),
  row('NL-AR', 'سوق علب الألمنيوم العالمية 2025', {
    short_description: 'تقرير عن السوق والطلب.',
    body_html: '<p>يتضاعف الطلب بحلول عام 2032.</p>',
  }),
  row('NL-ZH', '全球铝罐市场：规模、需求与展望', {
    authors: '李明',
    short_description: '关于铝罐市场的报告。',
  }),
  row('NL-LONG', longTitle.slice(0, 3000), {
    authors: 'A'.repeat(200),
    companies: 'B'.repeat(300),
  }),
  row('NL-REQUEST', 'Auf Anfrage', { price_single: 'on request' }),
];
