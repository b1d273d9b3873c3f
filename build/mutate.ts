// The share of small changes to the code of a folder that its tests notice: `npm run mutation -- src/compute/lifecycle`.
// Tests that are named after it are used in the place of all of its folder, for a quick look at a file.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Not among the packages of the project: it is large, and seldom asked for. */
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
// Where a folder has no tests of its own, those of the folder that it is in are.
while (!existsSync(`${ROOT}/test/${folder}`)) folder = dirname(folder);
const tests = named.length > 0 ? named : [`test/${folder}/**/*.test.ts`];
const mutated = is_folder ? `${relative(ROOT, path)}/**/*.ts` : relative(ROOT, path);
const { status } = spawnSync('npx', ['stryker', 'run', 'build/mutation.json', '--mutate', mutated], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, NEAP_TESTS: JSON.stringify(tests) },
});
process.exitCode = status ?? 1;
