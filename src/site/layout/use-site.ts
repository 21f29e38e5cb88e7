import type { CSSProperties } from 'react';
import { useRouteLoaderData } from 'react-router';
import { defaultAccent } from '#core/store/colours.model.ts';
import type { SiteInfo } from '#core/store/model.ts';
import { paths } from '#src/paths.ts';
import type { CaptchaConfig } from '#ui/captcha.tsx';
import type { loadLayout } from './load-layout.ts';

/**
 * Returns the loaded data of the layout around every page. The id is that of its route: its file's
 * path.
 */
function useLayoutData() {
  const layoutData = useRouteLoaderData<typeof loadLayout>('site/layout/page-layout');
  if (!layoutData) throw new Error('a page is outside of its layout');
  return layoutData;
}

/** The publisher's name; undefined if the layout around the page could not be loaded. */
export const useSiteName = (): string | undefined =>
  useRouteLoaderData<typeof loadLayout>('site/layout/page-layout')?.site.siteName;

type Brand = {
  /** The address of the store's own icon; undefined if it has none. */
  readonly icon: string | undefined;
  readonly style: CSSProperties;
  readonly accent: string;
  /** undefined if the layout could not be loaded. */
  readonly siteName: string | undefined;
};

/** The store's own icon and colours, for the shell of every page; none if they are built in. */
export function useBrand(): Brand {
  const site = useRouteLoaderData<typeof loadLayout>('site/layout/page-layout')?.site;
  const { accent = null, accentDeep = null } = site?.colours ?? {};
  const deep = accentDeep ?? (accent && `color-mix(in oklch, ${accent}, black 20%)`);
  const style: CSSProperties & Record<`--${string}`, string> = {
    ...(accent && { '--color-accent': accent }),
    ...(deep && { '--color-accent-deep': deep }),
  };
  const icon = site?.favicon ? paths.picture(site.favicon) : undefined;
  return { icon, style, accent: accent ?? defaultAccent, siteName: site?.siteName };
}

/** The store's public base URL, without a trailing slash. */
export const useOrigin = (): string => useLayoutData().origin;

/** The publisher. */
export const useSite = (): SiteInfo => useLayoutData().site;

/** The captcha's script and key, for forms. */
export const useCaptcha = (): CaptchaConfig => useLayoutData().captcha;
