import { defineConfig } from '@playwright/test';
import { CHROMIUM, chromiumPath } from './chromium';

export default defineConfig({
  testDir: '.',
  outputDir: '../node_modules/.cache/browser',
  fullyParallel: true,
  workers: 2,
  // A test that passes only sometimes has found something: the second try does not hide it, the report then says "flaky".
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // A whole game has hundreds of touches; a machine that is busy with other things takes its time for them.
  timeout: 360_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    launchOptions: { ...CHROMIUM, executablePath: chromiumPath() },
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
  },
});
