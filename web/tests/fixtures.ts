/** What every test gets: a server, and pages on which nothing may go wrong unnoticed. */

import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { Server } from './server';

/** Refusals are part of the conversation with the server; the browser logs them all the same. */
const TOLD = /^Failed to load resource: the server responded with a status of 4(01|03|04|09|22) /;

/** Everything that should not happen on a page: errors, violated policies, foreign requests. */
export class Watch {
  private readonly problems: string[] = [];
  /** Problems that belong to what a test does, such as requests that fail without a server. */
  tolerated: RegExp | null = null;

  constructor(private readonly address: string) {}

  /** Look after every page of a context. */
  async over(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
      });
    });
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (TOLD.test(message.text()) && message.location().url.includes('/api/v1/')) return;
      this.note(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.note(`page error: ${error.error().stack}`));
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol === 'data:' || url.protocol === 'blob:') return;
      if (url.origin !== this.address) this.note(`foreign request: ${request.url()}`);
    });
  }

  /** Nothing has happened. */
  check(): void {
    expect(this.problems, 'on the page').toEqual([]);
  }

  private note(problem: string): void {
    if (!this.tolerated?.test(problem)) this.problems.push(problem);
  }
}

/** Settings of somebody who is in a hurry, unless the page has been given others. */
function hurry(settings: string): void {
  if (location.origin === 'null') return; // a page before its first address remembers nothing
  if (!localStorage.getItem('azulejos.settings')) {
    localStorage.setItem('azulejos.settings', settings);
  }
}

interface Options {
  /** How fast tiles move; whole games are played without motion. */
  speed: 'normal' | 'off';
}

interface Fixtures {
  watch: Watch;
  /** Somebody else, on another device. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>;
}

export const test = base.extend<Fixtures & Options, { server: Server }>({
  speed: ['off', { option: true }],

  server: [
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.close();
      expect(server.complaints, 'in the log of the server').toEqual([]);
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.address),

  watch: async ({ server }, use) => {
    const watch = new Watch(server.address);
    await use(watch);
    watch.check();
  },

  context: async ({ context, watch, speed }, use) => {
    await watch.over(context);
    await context.addInitScript(hurry, JSON.stringify({ speed }));
    await use(context);
  },

  visitor: async ({ browser, watch, speed, baseURL, locale, timezoneId }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        ...(baseURL ? { baseURL } : {}),
        ...(locale ? { locale } : {}),
        ...(timezoneId ? { timezoneId } : {}),
        ...options,
      });
      contexts.push(context);
      await watch.over(context);
      await context.addInitScript(hurry, JSON.stringify({ speed }));
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };
