import { defineConfig } from '@playwright/test';
import { CHROMIUM, chromiumPath } from './chromium';

export default defineConfig({
  testDir: '.',
  outputDir: '../node_modules/.cache/browser',
  fullyParallel: true,
  workers: 2,
  // A test that passes only sometimes has found something: there is no second try.
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000, toPass: { timeout: 15_000 } },
  reporter: [['list']],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    launchOptions: { ...CHROMIUM, executablePath: chromiumPath() },
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
  },
});
