import { defineConfig } from '@playwright/test';
import { chromium } from './tests/chromium';

/** Whole games in a real browser against a real server; `make test-web` runs them. */
export default defineConfig({
  testDir: 'tests',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: 'tests/golden/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  reporter: 'line',
  expect: {
    timeout: 10_000,
    toHaveScreenshot: { animations: 'disabled', caret: 'hide', maxDiffPixelRatio: 0.02 },
  },
  use: { ...chromium, actionTimeout: 10_000 },
});
