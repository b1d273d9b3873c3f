import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';

/** The built command line of single modules, which the bundles are made of. */
const PROGRAM = new URL('../../dist/cli/program.js', import.meta.url).href;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const folder = temporaryFolder();

const LIST = join(folder, 'loaded.txt');
writeFileSync(
  join(folder, 'hooks.mjs'),
  `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(${JSON.stringify(LIST)}, url + '\\n');
  return next(url, context);
}
`,
);
writeFileSync(
  join(folder, 'listing.mjs'),
  "import { register } from 'node:module';\nregister('./hooks.mjs', import.meta.url);\n",
);
const MAIN = join(folder, 'main.mjs');
writeFileSync(
  MAIN,
  `import { commandLine } from '${PROGRAM}';
process.exitCode = await commandLine(process.argv.slice(2));
`,
);
writeFileSync(
  join(folder, 'tiny.yaml'),
  `start: 2026-01-05T00:00:00Z
duration: 1h
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }]
load: [{ name: web, compute: primary, rate: 10/h, query: { cpu: 4ms } }]
`,
);

/** The modules that a program loads: those of neap by layer and file, others by package. */
function loadedBy(...args: readonly string[]): readonly string[] {
  writeFileSync(LIST, '');
  const { status, stderr } = spawnSync(process.execPath, ['--import', join(folder, 'listing.mjs'), ...args], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const urls = readFileSync(LIST, 'utf8').trim().split('\n');
  const paths = urls
    .filter((url) => url.startsWith(new URL('../../', import.meta.url).href))
    .map((url) => fileURLToPath(url).slice(ROOT.length));
  return paths.map((path) =>
    path.replace(/^dist\//, '').replace(/^node_modules\/((@[^/]+\/)?[^/]+)\/.*/, '$1'),
  );
}

describe('the command line loads only the modules it needs', () => {
  it('for help: the command list and the argument parser', () => {
    expect([...new Set(loadedBy(MAIN, '--help'))].sort()).toEqual([
      '@commander-js/extra-typings',
      'cli/commands.js',
      'cli/help.js',
      'cli/program.js',
      'cli/shared/exit-code.js',
      'cli/shared/typed-command.js',
      'cli/terminal/screen-width.js',
      'files/input-files.js',
      'files/package-version.js',
      'files/piped-input.js',
      'kernel/get-or-create.js',
      'kernel/nearest-name.js',
      'report/text/command-line.js',
    ]);
  });

  it('for a run: no server, workers, workbook, page or other command', () => {
    const loaded = loadedBy(MAIN, 'run', join(folder, 'tiny.yaml'));
    const layers = new Set(loaded.map((path) => path.split('/')[0]));
    for (const layer of ['server', 'postgres', 'load', 'emulation', 'testing']) {
      expect(layers).not.toContain(layer);
    }
    expect(loaded.filter((path) => /^report\/(workbook|page|parquet|markdown)\//.test(path))).toEqual([]);
    expect(
      loaded.filter((path) => /^cli\/(?!run\/|shared\/|terminal\/|commands|help|program)/.test(path)),
    ).toEqual([]);
    const packages = loaded.filter((path) => !path.endsWith('.js'));
    expect([...new Set(packages)].sort()).toEqual([
      '@commander-js/extra-typings',
      'croner',
      'csv-stringify',
      'get-east-asian-width',
      'picocolors',
      'seedrandom',
      'yaml',
      'zod',
    ]);
  });

  it('for the emulator: no simulator, scenarios, other servers, pages or charts', () => {
    const loaded = loadedBy(fileURLToPath(new URL('serve/serve-emulator.js', PROGRAM)));
    const modules = loaded.filter((path) => path.endsWith('.js'));
    expect(modules.length).toBeGreaterThan(100);
    expect([...new Set(loaded.filter((path) => !path.endsWith('.js')))].sort()).toEqual([
      '@hono/node-server',
      'hono',
      'seedrandom',
      'tinyqueue',
      'zod',
    ]);
    expect(
      modules.filter((path) =>
        /^(simulation|workload|study|emulation|load|testing|cost|report\/(?!figures\/)|scenario\/(?!form\/|document\/(?:value-at|diagnostic))|postgres\/(?!cluster\/postgres-problem))/.test(
          path,
        ),
      ),
    ).toEqual([]);
  });
});
