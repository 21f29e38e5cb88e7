/**
 * The only script that a page of the back office loads by itself. Everything works without it; it
 * adds shortcuts, sends forms once, and hydrates each island when it is about to be used.
 */
import { copyTextOnClick } from '#site/islands/enhancements/copy-text.ts';
import { replaceBrokenPictures } from '#site/islands/enhancements/default-picture.ts';
import { clearMendedErrors } from '#site/islands/enhancements/mend-errors.ts';
import { sendFormsOnce } from '#site/islands/enhancements/send-once.ts';
import { takeOverChecks } from '#site/islands/enhancements/take-over-checks.ts';
import { showChosenTabs } from '../enhancements/chosen-tabs.ts';
import { offerPasskeys } from '../enhancements/passkeys.ts';
import { holdFocusInDialogs } from '../enhancements/hold-focus.ts';
import { keepListPlace } from '../enhancements/keep-list-place.ts';
import { focusAnswer } from '../enhancements/focus-answer.ts';
import { offerOwnZone } from '../enhancements/own-zone.ts';
import { offerSelectAll } from '../enhancements/select-all.ts';
import { reloadWhileWorkGoesOn } from '../enhancements/reload-page.ts';
import { offerShortcuts } from '../enhancements/shortcuts.ts';
import { showTextLengths } from '../enhancements/text-lengths.ts';
import { forgetSavedText } from '../enhancements/typed-text.ts';

/** Every island by the name in its `data-island`; each module's default export is its component. */
export const islands = {
  search: () => import('../components/search-everything.tsx'),
} as const;

const isIslandName = (name: string): name is keyof typeof islands => Object.hasOwn(islands, name);

async function hydrateIsland(element: HTMLElement): Promise<void> {
  const name = element.dataset['island'] ?? '';
  if (!isIslandName(name)) return;
  const [{ hydrateComponent }, island] = await Promise.all([
    import('#site/islands/runtime/hydrate.ts'),
    islands[name](),
  ]);
  const props = JSON.parse(element.dataset['props'] ?? '{}') as object;
  hydrateComponent(element, island.default as (props: object) => never, props);
}

function hydrateOnDemand(element: HTMLElement): void {
  const hydrateOnce = (): void => {
    if (!element.dataset['when']) return;
    delete element.dataset['when'];
    void hydrateIsland(element);
  };
  if (element.dataset['when'] === 'load' || element.contains(document.activeElement))
    return hydrateOnce();
  for (const eventName of ['pointerenter', 'focusin', 'touchstart', 'click'])
    element.addEventListener(eventName, hydrateOnce, { once: true, passive: true });
}

clearMendedErrors();
copyTextOnClick();
offerPasskeys();
takeOverChecks();
replaceBrokenPictures();
sendFormsOnce();
holdFocusInDialogs();
offerSelectAll();
offerOwnZone();
reloadWhileWorkGoesOn();
if (document.querySelector('[data-report-editor]'))
  void import('../enhancements/report-editor/index.ts').then((editor) =>
    editor.connectReportEditor(),
  );
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-upload-pictures]'))
  void import('../enhancements/upload-pictures.ts').then((module) => module.connectUploads(form));
for (const field of document.querySelectorAll<HTMLElement>('[data-picture-field]'))
  void import('../enhancements/picture-fields.ts').then((module) =>
    module.connectPictureField(field),
  );
for (const field of document.querySelectorAll<HTMLElement>('[data-resumable-upload]'))
  void import('../enhancements/resumable-uploads.ts').then((module) =>
    module.connectResumableUpload(field),
  );
focusAnswer();
showChosenTabs();
keepListPlace();
showTextLengths();
void forgetSavedText();
if (document.querySelector('form[data-keeps-text], textarea[data-rich-text-tree]'))
  void import('../enhancements/text-forms.ts').then((forms) => forms.connectTextForms());
offerShortcuts();
document.querySelectorAll<HTMLElement>('[data-island]').forEach(hydrateOnDemand);
document.documentElement.dataset['ready'] = '';
