import { useRouteLoaderData } from 'react-router';
import type { SiteInfo } from '#core/content/model.ts';

type LayoutData = {
  readonly site: SiteInfo;
  readonly captcha: { readonly scriptUrl: string; readonly siteKey: string };
};
const useLayoutData = (): LayoutData => useRouteLoaderData('site/layout/page-layout') as LayoutData;

/** The publisher, as the frame around every page has loaded it. */
export const useSite = (): SiteInfo => useLayoutData().site;

/** The captcha's script and key, for forms. */
export const useCaptcha = (): LayoutData['captcha'] => useLayoutData().captcha;
