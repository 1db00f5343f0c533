import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What every page needs, and what is small and shared by some: one file, for each is a request. */
const BASE = new RegExp(
  [
    '/svelte/',
    '/lib/(api|i18n|people|memory|router|drawn)',
    '/settings/(settings|Modal)',
    '/home/Icon',
    '/board/(Tile|places)',
    '/story/names',
    '/fair/(Mark|refusal)',
    '/lobby/(levels|Emblem|Empty|WallPicture|CopyLink|QrCode|mine|open|plan|times)',
  ].join('|'),
);

/** The page for a game's address names the parts of the table, so that all come at once. */
function gamePage(): Plugin {
  return {
    name: 'game-page',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      const scripts = new Set<string>();
      const styles = new Set<string>();
      const add = (file: string): void => {
        const chunk = bundle[file];
        if (scripts.has(file) || chunk?.type !== 'chunk') return;
        chunk.imports.forEach(add);
        scripts.add(file);
        chunk.viteMetadata?.importedCss.forEach((style) => styles.add(style));
      };
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('/pages/Game.svelte'))
          add(file);
      }
      if (page?.type !== 'asset' || scripts.size === 0) throw new Error('there is no game to show');
      const html = String(page.source);
      const link = (rel: string) => (file: string) =>
        html.includes(`"/${file}"`) ? [] : `<link rel="${rel}" crossorigin href="/${file}">`;
      const fonts = Object.keys(bundle).filter((file) => /-latin-wght-normal.*woff2$/.test(file));
      const links = [
        ...[...scripts].flatMap(link('modulepreload')),
        ...[...styles].flatMap(link('stylesheet')),
        // With its letters the table is laid out once.
        ...fonts.flatMap(link('preload" as="font')),
      ];
      const source = html.replace('</head>', `  ${links.join('\n    ')}\n  </head>`);
      this.emitFile({ type: 'asset', fileName: 'game.html', source });
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), gamePage()],
  resolve: {
    alias: { $lib: at('./src/lib'), $texts: at('./texts') },
    ...(mode === 'test' ? { conditions: ['browser'] } : {}),
  },
  build: {
    outDir: at('../src/azulejos/web'),
    emptyOutDir: true,
    // The tiles come with the styles: a table is drawn whole.
    assetsInlineLimit: (path) => path.includes('/board/tiles/'),
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 1 },
            { name: 'table', test: /\/lib\/(board|motion|game\/theatre)/ },
          ],
        },
      },
    },
  },
  server: {
    // The server answers writes from its own pages only: the name it is asked by must stay.
    proxy: {
      '/api': {
        target: `http://127.0.0.1:${process.env.AZULEJOS_PORT ?? 8017}`,
        changeOrigin: false,
      },
    },
  },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
}));
