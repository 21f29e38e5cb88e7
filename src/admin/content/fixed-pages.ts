import type { PageName } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';

/** Pages that every store has. */
export const fixedPages: Readonly<
  Record<PageName, { readonly label: string; readonly path: string }>
> = {
  home: { label: 'Home', path: paths.home() },
  about: { label: 'About us', path: paths.about() },
  contact: { label: 'Contact', path: paths.contact() },
  services: { label: 'Services', path: paths.services() },
  blog: { label: 'Blog', path: paths.blog() },
  press: { label: 'Press releases', path: paths.pressReleases() },
  login: { label: 'Login', path: paths.login() },
};
