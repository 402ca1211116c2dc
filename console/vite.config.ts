import { defineConfig } from 'vite'

/** The console becomes static files inside the package. The server sends them with a strict policy: no inline script or style. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // `npx vite console` beside a running server.
  server: { proxy: { '/api': 'http://127.0.0.1:7777' } },
})
