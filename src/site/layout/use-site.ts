import { useRouteLoaderData } from 'react-router';
import type { SiteInfo } from '#core/content/model.ts';

type Frame = {
  readonly site: SiteInfo;
  readonly challenge: { readonly script: string; readonly siteKey: string };
};
const useFrame = (): Frame => useRouteLoaderData('site/layout/frame') as Frame;

/** The publisher, as the frame around every page has loaded it. */
export const useSite = (): SiteInfo => useFrame().site;

/** The captcha's script and key, for forms. */
export const useChallenge = (): Frame['challenge'] => useFrame().challenge;
