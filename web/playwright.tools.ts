import { defineConfig } from '@playwright/test';
import { chromium } from './tests/chromium';

/** What draws and measures but tests nothing: `make screenshots`, `make pictures`, `make bench-web`. */
export default defineConfig({
  testDir: 'tests/tools',
  testMatch: ['screens.ts', 'pictures.ts', 'bench.ts'],
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 300_000,
  reporter: 'line',
  use: chromium,
});
