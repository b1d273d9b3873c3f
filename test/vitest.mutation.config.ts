import { defineConfig } from 'vitest/config';
import everyday from './vitest.config.js';

/** The everyday tests of the folder whose sources are mutated, `compute/lifecycle` for one. */
const folder = process.env['NEAP_MUTATED'] ?? '';

/** For `npm run mutation`: each mutant is met by the tests that are there for its folder, not by whatever runs the code. */
export default defineConfig({ test: { ...everyday.test, include: [`test/${folder}/**/*.test.ts`] } });
