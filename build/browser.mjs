// Bundles the scripts of pages. The build fails if one of them imports a module of Node.
import { build } from 'esbuild';
import { zodInEnglish } from './zod-in-english.mjs';

await build({
  entryPoints: [
    'src/report/page/browser/run-page.ts',
    'src/report/page/browser/answer-page.ts',
    'src/server/status/browser/status-page.ts',
    'src/studio/browser/studio-page.tsx',
    'src/studio/worker/studio-worker.ts',
  ],
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2023',
  legalComments: 'inline',
  logLevel: 'warning',
  entryNames: '[name]',
  outdir: 'dist/browser',
  plugins: [zodInEnglish],
});
