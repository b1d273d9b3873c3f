import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedSection } from './readme-file.js';
import { fleetExample, PICTURE, ROOT, validationTable, workedExample } from './sections.js';

test('the worked example is what the command prints, and its picture what it draws (npm run readme writes both)', () => {
  const { screen, picture } = workedExample();
  expect(generatedSection('worked example')).toBe(screen);
  expect(readFileSync(`${ROOT}/${PICTURE}`, 'utf8')).toBe(picture);
  expect(readFileSync(`${ROOT}/README.md`, 'utf8')).toContain(`](${PICTURE})`);
});

test('the fleet is what the command prints (npm run readme writes it)', () => {
  expect(generatedSection('fleet')).toBe(fleetExample());
});

test('the validation table is what the simulation gives (npm run readme writes it)', async () => {
  expect(generatedSection('validation')).toBe(await validationTable());
});
