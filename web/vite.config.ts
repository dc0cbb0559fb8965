import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// `npm run dev` serves the client with live reloading and passes everything else on to a running `boxwood serve`.
const server = process.env.BOXWOOD ?? 'http://127.0.0.1:7531';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: true },
  server: { proxy: { '/api': { target: server, ws: true }, '/health': server } },
});
