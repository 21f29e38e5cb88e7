import { useRouteLoaderData } from 'react-router';
import type { SiteInfo } from '#core/content/model.ts';

/** The publisher, as the frame around every page has loaded it. */
export function useSite(): SiteInfo {
  const frame = useRouteLoaderData('site/layout/frame') as { site: SiteInfo };
  return frame.site;
}
