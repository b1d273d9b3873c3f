import { describe, expect, test } from 'vitest';
import type { AdapterError } from '../../src/adapter/adapter-error.js';
import type { PlatformAdapter } from '../../src/adapter/platform-adapter.js';
import { NO_RETRIES, type RetryPolicy } from '../../src/adapter/retry.js';
import { simulatedAccount } from '../../src/adapter/simulated-adapter.js';
import { sameDurations } from '../../src/platform/store/options.js';
import { RepeatableSecrets, START_MS } from '../server/emulator-under-test.js';
import { emulatorWithClock, inProcess } from './subjects.js';

function account(seed = 'contract', retries?: RetryPolicy) {
  return simulatedAccount({
    start_ms: START_MS,
    platform: { seed, secret: new RepeatableSecrets().secret, operation_duration_ms: sameDurations(700) },
    ...(retries === undefined ? {} : { retries }),
  });
}

/** An afternoon of calls, some in direct succession so that locks are waited for, and all their results. */
async function afternoon(adapter: PlatformAdapter): Promise<readonly string[]> {
  const said: string[] = [];
  const note = async (call: Promise<unknown>) => {
    const answer = await call.catch((error: AdapterError) => ({ refused: error.status, why: error.message }));
    said.push(`${adapter.now_ms() - START_MS} ${JSON.stringify(answer)}`);
    return answer;
  };
  await note(adapter.createProject({ project: { name: 'shop' } }));
  const project_id = (await adapter.listProjects({})).projects[0]!.id;
  const { endpoints } = await adapter.listProjectEndpoints({ project_id });
  const it = { project_id, endpoint_id: endpoints[0]!.id };
  await note(adapter.updateProjectEndpoint({ ...it, endpoint: { autoscaling_limit_max_cu: 4 } }));
  await note(adapter.restartProjectEndpoint(it));
  await note(adapter.suspendProjectEndpoint(it));
  await note(adapter.restartProjectEndpoint(it));
  await note(adapter.createProjectBranch({ project_id, endpoints: [{ type: 'read_only' }] }));
  await adapter.wait(301_000);
  await note(adapter.listProjectEndpoints({ project_id }));
  await note(adapter.listProjectOperations({ project_id }));
  await note(adapter.deleteProject({ project_id }));
  await note(adapter.getProject({ project_id }));
  return said;
}

describe('the simulated adapter', () => {
  test('the simulated adapter gives the same calls the same responses at the same times, byte for byte', async () => {
    const first = await afternoon(account());
    expect(await afternoon(account())).toEqual(first);
    expect(await afternoon(account('another'))).not.toEqual(first);
  });

  test('an emulator over HTTP also gives the same responses, including waits for its locks', async () => {
    const { emulator, clock } = emulatorWithClock();
    const http = inProcess(emulator, clock, { seed: 'contract', paced: false });
    // The platform of the twin has used the same random numbers: for a user, an organization and a key.
    const expected = (await afternoon(account())).map((each) => each.replaceAll('Simulated', 'Emulator'));
    expect(await afternoon(http)).toEqual(expected);
  });

  test('a locked project is waited for in simulated time, or refused if retries are disabled', async () => {
    const patient = account();
    const { project, endpoints } = await patient.createProject({ project: {} });
    const it = { project_id: project.id, endpoint_id: endpoints[0]!.id };
    await patient.restartProjectEndpoint(it);
    expect(patient.now_ms()).toBeGreaterThanOrEqual(START_MS + 1400);
    expect(patient.now_ms()).toBeLessThan(START_MS + 10_000);

    const impatient = account('contract', NO_RETRIES);
    const made = await impatient.createProject({ project: {} });
    const refused = impatient.restartProjectEndpoint({
      project_id: made.project.id,
      endpoint_id: made.endpoints[0]!.id,
    });
    await expect(refused).rejects.toMatchObject({
      status: 423,
      call: `POST /projects/${made.project.id}/endpoints/${made.endpoints[0]!.id}/restart`,
    });
    expect(impatient.now_ms()).toBe(START_MS);
  });
});
