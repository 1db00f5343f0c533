/** The browser of the tests: Debian's Chromium, that talks to nobody but our server. */

const isRoot = process.getuid?.() === 0;

export const chromium = {
  browserName: 'chromium' as const,
  locale: 'en-GB',
  timezoneId: 'UTC',
  trace: 'off' as const,
  screenshot: 'only-on-failure' as const,
  launchOptions: {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // Text is drawn alike on every machine.
      '--font-render-hinting=none',
      '--disable-lcd-text',
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
  },
};
