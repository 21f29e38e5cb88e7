import { vi } from 'vitest';

// Tests and hooks of a file that imports this may take ten minutes. They wait for conditions,
// each with a limit and a description of its own, and a busy machine takes its time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
