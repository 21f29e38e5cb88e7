import { buildIfNeeded } from '../../scripts/build.ts';
import { installChromiumIfMissing } from '../../scripts/install-chromium.ts';

/** Vitest's global set-up if a chosen project runs the built store in a Chromium. */
export default async function buildStoreForTests(): Promise<void> {
  installChromiumIfMissing();
  await buildIfNeeded();
}
