/** Series, rankings and sources: their keys, the names to choose a source from, and their charts. */
import { makeId } from '#admin/catalogue/editor/data-texts.ts';

/** A chart that a text can refer to. */
export type ChartChoice = { readonly key: string; readonly label: string };

export type DataControls = {
  readonly listCharts: () => readonly ChartChoice[];
  readonly pictureUrl: (key: string) => string;
  /** The charts are drawn again as the draft of this revision has them. */
  readonly showCharts: (revision: number) => void;
};

export function connectDataControls(
  form: HTMLFormElement,
  { reportId, revision }: { readonly reportId: string; readonly revision: number },
): DataControls {
  let shownRevision = revision;
  const box = form.querySelector<HTMLElement>('[data-path="data"]');
  const find = (end: string): HTMLInputElement[] => [
    ...(box?.querySelectorAll<HTMLInputElement>(`[data-row] input[name$=".${end}"]`) ?? []),
  ];
  const pictureUrl = (key: string): string =>
    `/admin/reports/${reportId}/chart?${new URLSearchParams({ key, revision: String(shownRevision) })}`;
  box?.addEventListener('change', (event) => {
    if (event.target instanceof HTMLInputElement) giveId(event.target, find('id'));
    listSources(form, find('name'));
  });
  listSources(form, find('name'));
  return {
    pictureUrl,
    listCharts: () =>
      find('id').flatMap(({ name, value }) => {
        if (value === '' || name.startsWith('data.sources.')) return [];
        const row = name.slice(0, -'.id'.length);
        const read = (part: string) => readControl(form, `${row}.${part}`);
        const unit = read('unit');
        return [{ key: value, label: `${read('label')}${unit === '' ? '' : `, ${unit}`}` }];
      }),
    showCharts: (next) => {
      shownRevision = next;
      for (const picture of box?.querySelectorAll<HTMLImageElement>('img[data-chart-of]') ?? []) {
        const key = readControl(form, picture.dataset['chartOf'] ?? '');
        picture.hidden = key === '';
        if (key !== '') picture.src = pictureUrl(key);
      }
    },
  };
}

function readControl(form: HTMLFormElement, name: string): string {
  const control = form.elements.namedItem(name);
  return control instanceof HTMLInputElement ? control.value : '';
}

/** A figure or a source that gets its name has its key from then on, whatever it is called later. */
function giveId(typed: HTMLInputElement, ids: readonly HTMLInputElement[]): void {
  const row = /^(data\.\w+\.\d+)\.(?:label|name)$/.exec(typed.name)?.[1];
  const id = ids.find(({ name }) => row !== undefined && name === `${row}.id`);
  if (!row || !id || id.value !== '' || typed.value.trim() === '') return;
  const kind = row.startsWith('data.sources.') ? 'sources' : 'figures';
  const isSameKind = ({ name }: HTMLInputElement): boolean =>
    name.startsWith('data.sources.') === (kind === 'sources');
  id.value = makeId(typed.value, new Set(ids.filter(isSameKind).map(({ value }) => value)));
  id.dispatchEvent(new Event('input', { bubbles: true }));
}

function listSources(form: HTMLFormElement, names: readonly HTMLInputElement[]): void {
  const list = form.querySelector('#report-sources');
  const options = names.flatMap(({ name, value }) => {
    if (!name.startsWith('data.sources.') || value.trim() === '') return [];
    const option = document.createElement('option');
    option.value = value.trim();
    return [option];
  });
  list?.replaceChildren(...options);
}
