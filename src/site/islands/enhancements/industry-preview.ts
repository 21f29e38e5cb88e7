import { paths } from '#src/paths.ts';
import { formatDate } from '#ui/format.ts';

type PreviewedReport = {
  readonly slug: string;
  readonly title: string;
  readonly publishedOn: string;
  readonly headline?: { readonly value: string; readonly note: string };
};

const shownReports = 5;
/** A pointer that only passes over an industry asks for nothing. */
const restMs = 80;

/** Fills the panel of the menu whenever an industry is pointed at; loaded when the menu opens. */
export function previewIndustries(menu: HTMLElement): void {
  const panel = menu.querySelector('.industries-menu-newest');
  if (!panel) return;
  const known = new Map<string, Promise<HTMLElement[]>>();
  let current: HTMLAnchorElement | undefined;
  const point = async (link: HTMLAnchorElement): Promise<void> => {
    if (link === current) return;
    current?.removeAttribute('data-pointed');
    current = link;
    link.dataset['pointed'] = '';
    await new Promise((resolve) => setTimeout(resolve, restMs));
    if (link !== current) return;
    const slug = link.dataset['industry'] ?? '';
    const content = known.get(slug) ?? loadPreview(link, slug);
    known.set(slug, content);
    try {
      const elements = await content;
      if (link === current) panel.replaceChildren(...elements);
    } catch {
      known.delete(slug);
    }
  };
  const onPoint = (event: Event): void => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-industry]');
    if (link) void point(link);
  };
  menu.addEventListener('pointerover', onPoint);
  menu.addEventListener('focusin', onPoint);
  const first =
    menu.querySelector<HTMLAnchorElement>('a[data-industry]:is(:hover, :focus)') ??
    menu.querySelector<HTMLAnchorElement>('a[data-industry]');
  if (first) void point(first);
}

async function loadPreview(link: HTMLAnchorElement, slug: string): Promise<HTMLElement[]> {
  const response = await fetch(paths.latestReportsEndpoint(slug));
  if (!response.ok) throw new Error(String(response.status));
  const { reports } = (await response.json()) as { reports: PreviewedReport[] };
  const [name = '', count = ''] = [...link.children].map(({ textContent }) => textContent);
  const counted = count === '1' ? '1 report' : `${count} reports`;
  const list = build('ul', '', 'mt-3');
  list.append(...reports.slice(0, shownReports).map(buildItem));
  const all = document.createElement('a');
  all.href = link.href;
  all.className = 'action-link mt-3';
  all.textContent = reports.length > 1 ? `All ${counted}` : 'View the industry';
  return [
    build('h3', name),
    build('p', describeReports(counted, reports), 'text-[14px] text-muted'),
    list,
    all,
  ];
}

/** "15 reports, newest 6 Nov 2026" */
function describeReports(counted: string, reports: readonly PreviewedReport[]): string {
  const newest = reports
    .map(({ publishedOn }) => publishedOn)
    .toSorted()
    .at(-1);
  return newest === undefined ? counted : `${counted}, newest ${formatDate(newest)}`;
}

function buildItem({ slug, title, headline }: PreviewedReport): HTMLElement {
  const [subject = title] = title.split(':');
  const link = document.createElement('a');
  link.href = paths.report(slug);
  link.append(build('strong', subject));
  if (headline) link.append(build('strong', headline.value), build('span', headline.note));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function build(
  tag: 'h3' | 'p' | 'ul' | 'strong' | 'span',
  text: string,
  className = '',
): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}
