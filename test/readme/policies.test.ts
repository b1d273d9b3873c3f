import { describe, expect, test } from 'vitest';
import { isPlayable, POLICY_SECTIONS, policySection } from './policy-sections.js';
import { generatedSection } from './readme-file.js';

describe('the README shows what the command prints (npm run readme writes it)', () => {
  for (const section of POLICY_SECTIONS.filter(({ long }) => !long)) {
    test.skipIf(!isPlayable(section))(section.name, () => {
      expect(generatedSection(section.name)).toBe(policySection(section));
    });
  }
});
