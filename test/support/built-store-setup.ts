import { buildIfNeeded } from '../../scripts/build.ts';
import { installChromiumIfMissing } from '../../scripts/install-chromium.ts';

/** Vitest's global set-up if a chosen project runs the built store in a Chromium. */
export default async function buildStoreForTests(): Promise<void> {
  try {
    installChromiumIfMissing();
  } catch (error) {
    // Vitest would look for the error's place in our sources, and loses the sentence over it.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  await buildIfNeeded();
}
