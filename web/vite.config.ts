import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
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
