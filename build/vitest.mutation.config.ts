import { defineConfig } from 'vitest/config';
import everyday from '../test/vitest.config.js';

/** The everyday tests of the folder whose sources are mutated, or those that were named. */
const include = JSON.parse(process.env['NEAP_TESTS'] ?? '[]') as string[];

/** For `npm run mutation`: each mutant is met by the tests that are there for its folder, not by whatever runs the code. */
export default defineConfig({ test: { ...everyday.test, include } });
