import { expect, test } from 'vitest';
import { generatedSection } from './readme-file.js';
import { fleetExample, validationTable, workedExample } from './sections.js';

test('the worked example is what the command prints (npm run readme writes it)', () => {
  expect(generatedSection('worked example')).toBe(workedExample());
});

test('the fleet is what the command prints (npm run readme writes it)', () => {
  expect(generatedSection('fleet')).toBe(fleetExample());
});

test('the validation table is what the simulation gives (npm run readme writes it)', async () => {
  expect(generatedSection('validation')).toBe(await validationTable());
});
