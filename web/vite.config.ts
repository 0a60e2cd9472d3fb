import { svelte } from '@sveltejs/vite-plugin-svelte';
import process from 'node:process';
import { marked } from 'marked';
import { parse } from 'smol-toml';
import { defineConfig, type Plugin } from 'vite';

/** Words come from TOML files, some of them shared with the terminal; the rules from the pages in docs/games. */
function texts(): Plugin {
  return {
    name: 'texts',
    transform(code, id) {
      if (id.endsWith('.toml')) return `export default ${JSON.stringify(parse(code))};`;
      if (id.endsWith('.md')) return `export default ${JSON.stringify(marked.parse(code, { async: false }))};`;
    },
  };
}

const server = process.env.TABLEE_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [texts(), svelte()],
  build: { outDir: '../src/tablee/page', emptyOutDir: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 200 },
  server: { proxy: { '/api': { target: server, ws: true } }, fs: { allow: ['..'] } },
  test: { environment: 'node' },
} as Parameters<typeof defineConfig>[0]);
