import { svelte } from '@sveltejs/vite-plugin-svelte';
import process from 'node:process';
import { marked } from 'marked';
import { parse } from 'smol-toml';
import { defineConfig, type Plugin } from 'vite';

/** What only concerns the terminal: here options are chosen, and nothing is typed. */
const ELSEWHERE = ['Options', 'What you type', "Ce que l'on tape"];

/** The page of a game, without those parts; the numbers of its rules can be told from other words. */
function rules(text: string): string {
  const parts = text.split(/^(?=## )/m).filter((part) => !ELSEWHERE.some((name) => part.startsWith(`## ${name}\n`)));
  const page = marked.parse(parts.join(''), { async: false });
  return page.replace(/<strong>([A-Z]{2}-\d+)<\/strong>/g, '<strong class="number">$1</strong>');
}

/** Words come from TOML files, some of them shared with the terminal; the rules from the pages in docs/games. */
function texts(): Plugin {
  return {
    name: 'texts',
    transform(code, id) {
      if (id.endsWith('.toml')) return `export default ${JSON.stringify(parse(code))};`;
      if (id.endsWith('.md')) return `export default ${JSON.stringify(rules(code))};`;
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
