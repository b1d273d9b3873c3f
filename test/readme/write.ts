import { isPlayable, POLICY_SECTIONS, policySection } from './policy-sections.js';
import { replaceSection } from './readme-file.js';
import { fleetExample, scenarioTable, validationTable, workedExample } from './sections.js';

/** `npm run readme`: writes the generated sections of README.md anew; the performance section comes from `npm run bench`. */
replaceSection('worked example', workedExample());
replaceSection('scenarios', scenarioTable());
replaceSection('fleet', fleetExample());
replaceSection('validation', await validationTable());
for (const section of POLICY_SECTIONS) {
  if (isPlayable(section)) replaceSection(section.name, policySection(section));
}
