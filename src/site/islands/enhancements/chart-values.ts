/**
 * Shows a year's values at its place in a line chart: under the pointer, at a tap, or with the
 * arrow keys, Home and End; Escape hides them. They come from the chart's own table of numbers.
 */
export function showChartValues(chart: HTMLElement, firstEvent: Event): void {
  const rows = readRows(chart);
  const { rule, text } = addReadout(chart);
  let current = rows.length;

  const show = (index: number): void => {
    const row = rows[index];
    const plot = findPlot(chart);
    if (!row || !plot) return;
    current = index;
    const share = (row.year - plot.firstYear) / (plot.lastYear - plot.firstYear || 1);
    rule.hidden = false;
    rule.style.left = `${plot.left + share * (plot.right - plot.left)}px`;
    rule.dataset['side'] = share > 0.5 ? 'left' : 'right';
    if (text.textContent !== row.text) text.textContent = row.text;
  };
  const showAt = (event: PointerEvent): void => {
    const plot = findPlot(chart);
    if (!plot) return;
    const x = event.clientX - chart.getBoundingClientRect().left;
    const share = (x - plot.left) / (plot.right - plot.left);
    const year = plot.firstYear + share * (plot.lastYear - plot.firstYear);
    show(findNearest(rows, year));
  };
  const hide = (): void => void (rule.hidden = true);
  const onKey = (event: KeyboardEvent): void => {
    const last = rows.length - 1;
    const next = {
      ArrowLeft: Math.max(0, current - 1),
      ArrowRight: Math.min(last, current + 1),
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === 'Escape') hide();
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  };
  chart.addEventListener('pointermove', showAt);
  chart.addEventListener('pointerdown', showAt);
  chart.addEventListener('pointerleave', hide);
  chart.addEventListener('blur', hide);
  chart.addEventListener('keydown', onKey);
  if (firstEvent instanceof PointerEvent) showAt(firstEvent);
  if (firstEvent instanceof KeyboardEvent) onKey(firstEvent);
}

type Row = { readonly year: number; readonly text: string };

/** The rows of the table below the chart: "2023e" and, if there are several lines, names. */
function readRows(chart: HTMLElement): Row[] {
  const figure = chart.closest('figure');
  const names = [...(figure?.querySelectorAll('thead th') ?? [])]
    .slice(1)
    .map(({ textContent }) => textContent.replace(/, [^,]*$/, ''));
  return [...(figure?.querySelectorAll('tbody tr') ?? [])].map((row) => {
    const year = row.querySelector('th')?.textContent ?? '';
    const values = [...row.querySelectorAll('td')].map(
      (cell, i) => (names.length > 1 ? `\n${names[i]}: ` : ': ') + (cell.dataset['value'] ?? ''),
    );
    return { year: parseInt(year, 10), text: year + values.join('') };
  });
}

/** Where the years are in the shown drawing, in pixels from the chart's left edge. */
function findPlot(chart: HTMLElement) {
  const drawing = [...chart.querySelectorAll<HTMLElement>('[data-plot]')].find(
    ({ offsetWidth }) => offsetWidth > 0,
  );
  const svg = drawing?.querySelector('svg');
  if (!drawing || !svg) return undefined;
  const [left = 0, right = 0, firstYear = 0, lastYear = 0] = (drawing.dataset['plot'] ?? '')
    .split(' ')
    .map(Number);
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  return { left: left * scale, right: right * scale, firstYear, lastYear };
}

function findNearest(rows: readonly Row[], year: number): number {
  const distances = rows.map((row) => Math.abs(row.year - year));
  return distances.indexOf(Math.min(...distances));
}

/** A rule with a text beside it, which screen readers say when it changes. */
function addReadout(chart: HTMLElement): { rule: HTMLElement; text: HTMLElement } {
  const rule = document.createElement('div');
  rule.className = 'chart-readout';
  const text = document.createElement('span');
  text.setAttribute('role', 'status');
  rule.append(text);
  rule.hidden = true;
  chart.append(rule);
  return { rule, text };
}
