// Measures the share of small changes to a folder's code that its tests notice: `npm run mutation --
// src/compute/lifecycle`. Tests named after it replace those of the whole folder, for a quick look at one file.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Not a dependency of the project, because it is large and rarely needed. */
const STRYKER = ['@stryker-mutator/core@9.6.0', '@stryker-mutator/vitest-runner@9.6.0'];

const [path = '', ...named] = process.argv.slice(2);
if (path === '' || !existsSync(path)) {
  process.stderr.write(
    'usage: npm run mutation -- src/compute/lifecycle [TEST...], or a file of such a folder\n',
  );
  process.exit(2);
}
if (!existsSync(`${ROOT}/node_modules/@stryker-mutator/core`)) {
  process.stderr.write(`Stryker is not installed; npm install --no-save ${STRYKER.join(' ')}\n`);
  process.exit(2);
}
const is_folder = statSync(path).isDirectory();
let folder = relative(`${ROOT}/src`, is_folder ? path : dirname(path));
// A folder without tests uses those of the nearest parent folder with tests.
while (!existsSync(`${ROOT}/test/${folder}`)) folder = dirname(folder);
const tests = named.length > 0 ? named : [`test/${folder}/**/*.test.ts`];
const mutated = is_folder ? `${relative(ROOT, path)}/**/*.ts` : relative(ROOT, path);
const { status } = spawnSync('npx', ['stryker', 'run', 'build/mutation.json', '--mutate', mutated], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, NEAP_TESTS: JSON.stringify(tests) },
});
process.exitCode = status ?? 1;
