import { defaultPictureSvg } from '#ui/default-picture.ts';

const defaultUrl = `data:image/svg+xml,${encodeURIComponent(defaultPictureSvg)}`;

/** A picture that did not arrive, before this script or after it, becomes the default one. */
export function replaceBrokenPictures(): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement) replace(target);
    },
    { capture: true },
  );
  for (const picture of document.images)
    if (picture.complete && picture.currentSrc !== '' && picture.naturalWidth === 0)
      replace(picture);
}

function replace(picture: HTMLImageElement): void {
  if (picture.src === defaultUrl) return;
  for (const source of picture.closest('picture')?.querySelectorAll('source') ?? [])
    source.remove();
  picture.removeAttribute('srcset');
  picture.src = defaultUrl;
}
