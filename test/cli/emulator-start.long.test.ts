import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_CLI } from './built-cli.js';

const DIST = dirname(dirname(BUILT_CLI));

/** The built modules and packages that are loaded with a module, except dynamic imports. */
function loadedWith(entry: string) {
  const modules = new Set<string>();
  const packages = new Set<string>();
  const load = (file: string): void => {
    if (modules.has(relative(DIST, file))) return;
    modules.add(relative(DIST, file));
    const text = readFileSync(file, 'utf8');
    for (const [, from = ''] of text.matchAll(
      /^(?:import '|(?:import|export)\b[^'"`;]*? from ')([^']+)';$/gm,
    )) {
      if (from.startsWith('.')) load(join(dirname(file), from));
      else if (!from.startsWith('node:')) packages.add(from);
    }
  };
  load(join(DIST, entry));
  return { modules: [...modules], packages: [...packages].sort() };
}

test('the emulator starts without loading the simulator, scenarios, servers, pages or charts', () => {
  const { modules, packages } = loadedWith('cli/serve/serve-emulator.js');
  expect(modules.length).toBeGreaterThan(100);
  expect(packages).toEqual(['@hono/node-server', 'hono', 'seedrandom', 'tinyqueue', 'zod']);
  const layers = new Set(modules.map((path) => path.split('/')[0]));
  for (const layer of ['simulation', 'workload', 'study', 'emulation', 'load', 'testing', 'cost']) {
    expect(layers).not.toContain(layer);
  }
  const asked = modules.filter((path) =>
    /^(report\/(?!figures\/)|scenario\/(?!form\/|document\/(?:value-at|diagnostic))|postgres\/(?!cluster\/postgres-problem))/.test(
      path,
    ),
  );
  expect(asked).toEqual([]);
});
