import { expect, test } from 'vitest';
import { generatedSection } from './readme-file.js';
import { scenarioTable } from './sections.js';

test('the README lists the scenarios that are there (npm run readme writes it)', () => {
  expect(generatedSection('scenarios')).toBe(scenarioTable());
});
