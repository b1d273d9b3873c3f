import { expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { demoProject } from './demo-platform.js';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Every timestamp of an answer at any depth, recognized by the attribute's name. */
function timestamps(answer: unknown, name = ''): readonly string[] {
  if (typeof answer === 'string') return /(_at|last_active)$/.test(name) ? [answer] : [];
  if (answer === null || typeof answer !== 'object') return [];
  return Object.entries(answer).flatMap(([key, value]) =>
    timestamps(value, Array.isArray(answer) ? name : key),
  );
}

test('every timestamp of an answer is ISO 8601 in UTC, to the second', () => {
  const { platform, caller, project_id, endpoint_id, ready } = demoProject();
  const now = ready + 123;
  platform.touch(endpoint_id, now);
  const answers = [
    platform.call(CONTRACT.listProjects, caller, {}, now),
    platform.call(CONTRACT.getProject, caller, { project_id }, now),
    platform.call(CONTRACT.listProjectEndpoints, caller, { project_id }, now),
    platform.call(CONTRACT.listProjectBranches, caller, { project_id }, now),
    platform.call(CONTRACT.listProjectOperations, caller, { project_id }, now),
    platform.call(CONTRACT.listApiKeys, caller, {}, now),
  ];
  const found = answers.flatMap((answer) => timestamps(JSON.parse(JSON.stringify(answer))));
  expect(found.length).toBeGreaterThan(15);
  for (const each of found) expect(each).toMatch(TIMESTAMP);
});
