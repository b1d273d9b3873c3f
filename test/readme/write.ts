import { writeFileSync } from 'node:fs';
import { isPlayable, POLICY_SECTIONS, policySection } from './policy-sections.js';
import { replaceSection } from './readme-file.js';
import { fleetExample, PICTURE, ROOT, scenarioTable, validationTable, workedExample } from './sections.js';

/** `npm run readme`: writes the generated sections of README.md anew; the performance section comes from `npm run bench`. */
const { screen, picture } = workedExample();
replaceSection('worked example', screen);
writeFileSync(`${ROOT}/${PICTURE}`, picture);
replaceSection('scenarios', scenarioTable());
replaceSection('fleet', fleetExample());
replaceSection('validation', await validationTable());
for (const section of POLICY_SECTIONS) {
  if (isPlayable(section)) replaceSection(section.name, policySection(section));
}
