import { defineConfig } from 'vitest/config';
import everyday from '../test/vitest.config.js';

/** The everyday tests of the folder whose sources are mutated, or the given tests. */
const include = JSON.parse(process.env['NEAP_TESTS'] ?? '[]') as string[];

/** For `npm run mutation`: each mutant is checked by the tests of its folder only. */
export default defineConfig({ test: { ...everyday.test, include } });
