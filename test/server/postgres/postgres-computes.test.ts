import { expect, test } from 'vitest';
import type { DataHost, ServedData } from '../../../src/postgres/cluster/served-data.js';
import { PostgresComputes } from '../../../src/server/postgres/postgres-computes.js';
import { sizeRules } from '../../../src/server/postgres/size-rules.js';
import { EmulatorUnderTest } from '../emulator-under-test.js';

/** An emulator whose computes have data immediately; copies of data wait until the test releases them. */
function withComputes(speed = 0) {
  const under_test = new EmulatorUnderTest({ speed });
  const copies: (() => void)[] = [];
  const known = new Map<string, ServedData>();
  const start: { problem: string | undefined } = { problem: undefined };
  const madeData = () => {
    const done = async () => undefined;
    const data = { exists: false, running: false, ended: new Promise(() => undefined) };
    const exist = async () => void Object.assign(data, { exists: true });
    const copyFrom = async () => {
      await new Promise<void>((resolve) => copies.push(resolve));
      await exist();
    };
    const begin = async () => {
      if (start.problem !== undefined) throw new Error(start.problem);
      Object.assign(data, { running: true });
    };
    const others = {
      dataVersion: () => 0,
      setDataVersion: done,
      apply: async () => [],
      resize: done,
      stop: done,
    };
    return Object.assign(data, {
      create: exist,
      copyFrom,
      start: begin,
      remove: done,
      ...others,
    }) as unknown as ServedData;
  };
  const data = (id: string) => {
    known.set(id, known.get(id) ?? madeData());
    return known.get(id)!;
  };
  const host = {
    limits: false,
    settingsProblem: () => undefined,
    freeBytes: () => undefined,
    data,
  } as unknown as DataHost;
  const computes = new PostgresComputes(under_test.emulator, host, sizeRules('seed'));
  under_test.emulator.attach(computes);
  return { under_test, computes, copies, start };
}

test('a snapshot is answered after it is copied, and excludes later writes', async () => {
  const { under_test, computes, copies } = withComputes();
  const { project_id, branch_id } = await under_test.project();
  await computes.catchUp();
  let answered = false;
  const answer = under_test
    .call('POST', `/projects/${project_id}/branches/${branch_id}/snapshot`)
    .finally(() => {
      answered = true;
    });
  await expect.poll(() => copies.length).toBe(1);
  expect(answered).toBe(false);
  copies[0]!();
  expect((await answer).body.snapshot.source_branch_id).toBe(branch_id);
});

test('an operation fails if its server does not start, and the next one retries', async () => {
  const { under_test, computes, start } = withComputes(1);
  const wait = async () => {
    for (let step = 0; step < 5; step++) {
      await computes.catchUp();
      under_test.real.pass(50);
    }
  };
  start.problem = 'the server ended; its log:\n  FATAL: no';
  const { project_id, endpoint_id } = await under_test.project();
  const at = `/projects/${project_id}`;
  await wait();
  const { operations } = (await under_test.call('GET', `${at}/operations`)).body;
  expect(operations[0]).toMatchObject({
    ...{ action: 'start_compute', status: 'failed', failures_count: 1 },
    error: 'the server ended: FATAL: no',
  });
  const state = async () =>
    (await under_test.call('GET', `${at}/endpoints/${endpoint_id}`)).body.endpoint.current_state;
  expect(await state()).toBe('idle');
  start.problem = undefined;
  await under_test.call('POST', `${at}/endpoints/${endpoint_id}/start`);
  await wait();
  expect(await state()).toBe('active');
});

test('allowed addresses can be limited to protected branches', async () => {
  const { under_test, computes } = withComputes();
  const { project_id, branch_id, endpoint_id } = await under_test.project();
  const allowed = () => computes.find(endpoint_id)?.allowed_ips;
  const allow = (protected_branches_only: boolean) =>
    under_test.call('PATCH', `/projects/${project_id}`, {
      project: { settings: { allowed_ips: { ips: ['10.0.0.1'], protected_branches_only } } },
    });
  await allow(false);
  expect(allowed()).toEqual(['10.0.0.1']);
  await allow(true);
  expect(allowed()).toEqual([]);
  const branch = `/projects/${project_id}/branches/${branch_id}`;
  await under_test.call('PATCH', branch, { branch: { protected: true } });
  expect(allowed()).toEqual(['10.0.0.1']);
});
