import { vi } from 'vitest';

// Tests and hooks of a file that imports this may take ten minutes. They wait for conditions,
// each with a limit and a description of its own, and a busy machine takes its time.
// Scripts that use these modules run without Vitest.
if (process.env['VITEST'] !== undefined)
  vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
