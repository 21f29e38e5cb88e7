import { useRouteLoaderData } from 'react-router';
import type { SiteInfo } from '#core/store/model.ts';
import type { CaptchaConfig } from '#ui/captcha.tsx';
import type { loadLayout } from './load-layout.ts';

/** What the layout around every page has loaded. The id is that of its route: its file's path. */
function useLayoutData() {
  const layoutData = useRouteLoaderData<typeof loadLayout>('site/layout/page-layout');
  if (!layoutData) throw new Error('a page is outside of its layout');
  return layoutData;
}

/** The publisher's name; undefined where the layout around the page could not be loaded. */
export const useSiteName = (): string | undefined =>
  useRouteLoaderData<typeof loadLayout>('site/layout/page-layout')?.site.siteName;

/** The publisher. */
export const useSite = (): SiteInfo => useLayoutData().site;

/** The captcha's script and key, for forms. */
export const useCaptcha = (): CaptchaConfig => useLayoutData().captcha;
