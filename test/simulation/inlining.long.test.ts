import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

/** Prints the V8 flags that a module sets when it is imported; V8 complains about unknown flags. */
const FLAGS_SET = `
  const v8 = require('node:v8');
  const { setFlagsFromString } = v8;
  v8.setFlagsFromString = (flag) => {
    console.log(flag);
    setFlagsFromString(flag);
  };
  require('node:module').syncBuiltinESMExports();
  import(process.argv[1]);
`;

test.each(['.', './plan'] as const)('importing %s makes a library as fast as the command line', (entry) => {
  const built = new URL(`../../${packageJson.exports[entry].default}`, import.meta.url).href;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', FLAGS_SET, built], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.trim().split('\n')).toEqual([
    ...(process.version.startsWith('v20.') ? ['--interrupt-budget=132000'] : []),
    '--max-inlined-bytecode-size-cumulative=2000',
  ]);
});
