import { defineConfig } from '@playwright/test';
import usual from '../playwright.config';

// The photographer is no test, but wants the same house, the same people and the same browser.
export default defineConfig(usual, {
  testDir: '.',
  testMatch: 'screens.ts',
  outputDir: '../../node_modules/.cache/screens',
  timeout: 60 * 60_000,
  reporter: [['dot']],
  reportSlowTests: null,
  use: { trace: 'off', screenshot: 'off' },
});
