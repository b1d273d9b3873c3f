import { settingsOf } from '../../compute/lifecycle/settings.js';
import type { EndpointModel, ProjectModel } from './account-model.js';
import {
  type CommandParts,
  command,
  expectRefusal,
  type PlatformCommand,
  type Turn,
} from './platform-command.js';

/** An id that no endpoint has. */
const UNKNOWN_ENDPOINT = 'ep-unknown-name-12345678';

/** A size and a timeout, in the form of the API. */
export type ComputeChoice = Pick<
  EndpointModel,
  'autoscaling_limit_min_cu' | 'autoscaling_limit_max_cu' | 'suspend_timeout_seconds'
>;

/** A compute in the answer to the call that creates it. */
type Created = ComputeChoice & Pick<EndpointModel, 'id' | 'branch_id' | 'type'>;

export function startedEndpoint(created: Created, since_ms: number, now_ms: number): EndpointModel {
  const { id, branch_id, type } = created;
  return { id, branch_id, type, ...settingsOf(created), runs: true, used_ms: [since_ms, now_ms] };
}

async function isActive({ adapter }: Turn, project_id: string, { id }: EndpointModel): Promise<boolean> {
  const { endpoint } = await adapter.getProjectEndpoint({ project_id, endpoint_id: id });
  return endpoint.current_state === 'active';
}

function onCompute(
  pick: number,
  text: string,
  act: CommandParts<readonly [ProjectModel, EndpointModel]>['act'],
): PlatformCommand {
  return command({ text, subject: (model) => model.endpoint(pick), act });
}

export function createCompute(pick: number, type: EndpointModel['type'], what: string): PlatformCommand {
  return command({
    text: `create a ${what} on branch ${pick}`,
    subject: (model) => model.branch(pick),
    async act([project, { id: branch_id }], { adapter, done }) {
      const since_ms = adapter.now_ms();
      const project_id = project.id;
      const call = adapter.createProjectEndpoint({ project_id, endpoint: { branch_id, type } });
      const has_one = project.endpoints.some((each) => each.branch_id === branch_id && each.type === type);
      if (has_one && type === 'read_write')
        return expectRefusal(call, 'a second primary compute of a branch', 400, 409, 422);
      const answer = await call;
      await done(project_id, answer);
      project.endpoints.push(startedEndpoint(answer.endpoint, since_ms, adapter.now_ms()));
    },
  });
}

export function updateCompute(pick: number, choice: ComputeChoice): PlatformCommand {
  const { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max, suspend_timeout_seconds } = choice;
  const text = `set compute ${pick} to ${min} to ${max} CU and a timeout of ${suspend_timeout_seconds} s`;
  return onCompute(pick, text, async ([{ id: project_id }, endpoint], turn) => {
    const { adapter, done } = turn;
    const ran = await isActive(turn, project_id, endpoint);
    await done(
      project_id,
      await adapter.updateProjectEndpoint({ project_id, endpoint_id: endpoint.id, endpoint: choice }),
    );
    Object.assign(endpoint, choice);
    endpoint.runs = ran;
    // A restart counts as use; for a changed timeout alone the earlier use still counts.
    if (ran) endpoint.used_ms = [endpoint.used_ms[0], adapter.now_ms()];
  });
}

export function startCompute(pick: number): PlatformCommand {
  return onCompute(pick, `start compute ${pick}`, async ([{ id: project_id }, endpoint], turn) => {
    const { adapter, done } = turn;
    const ran = await isActive(turn, project_id, endpoint);
    const since_ms = ran ? endpoint.used_ms[0] : adapter.now_ms();
    await done(project_id, await adapter.startProjectEndpoint({ project_id, endpoint_id: endpoint.id }));
    endpoint.runs = true;
    endpoint.used_ms = [since_ms, adapter.now_ms()];
  });
}

export function suspendCompute(pick: number): PlatformCommand {
  return onCompute(pick, `suspend compute ${pick}`, async ([{ id: project_id }, endpoint], turn) => {
    const { adapter, done } = turn;
    await done(project_id, await adapter.suspendProjectEndpoint({ project_id, endpoint_id: endpoint.id }));
    endpoint.runs = false;
  });
}

export function restartCompute(pick: number): PlatformCommand {
  return onCompute(pick, `restart compute ${pick}`, async ([{ id: project_id }, endpoint], turn) => {
    const { adapter, done } = turn;
    const ran = await isActive(turn, project_id, endpoint);
    const since_ms = adapter.now_ms();
    const call = adapter.restartProjectEndpoint({ project_id, endpoint_id: endpoint.id });
    if (!ran) return expectRefusal(call, 'a restart of a compute that is not active', 400, 409, 412, 422);
    await done(project_id, await call);
    endpoint.runs = true;
    endpoint.used_ms = [since_ms, adapter.now_ms()];
  });
}

export function deleteCompute(pick: number): PlatformCommand {
  return onCompute(pick, `delete compute ${pick}`, async ([project, endpoint], { adapter, done }) => {
    const id = { project_id: project.id, endpoint_id: endpoint.id };
    const answer = await adapter.deleteProjectEndpoint(id);
    if (answer !== undefined) await done(project.id, answer);
    project.endpoints.splice(project.endpoints.indexOf(endpoint), 1);
    await expectRefusal(adapter.getProjectEndpoint(id), 'a compute that was deleted', 404);
  });
}

/** Calls that must be refused and have no effect. */
export function refusedUpdate(pick: number): PlatformCommand {
  const text = `set compute ${pick} to a minimum above its maximum, and a compute that does not exist`;
  return onCompute(pick, text, async ([{ id: project_id }, { id: endpoint_id }], { adapter }) => {
    const wrong = { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 0.25 };
    await expectRefusal(
      adapter.updateProjectEndpoint({ project_id, endpoint_id, endpoint: wrong }),
      'a minimum above the maximum',
      400,
      422,
    );
    await expectRefusal(
      adapter.updateProjectEndpoint({ project_id, endpoint_id: UNKNOWN_ENDPOINT, endpoint: {} }),
      'a compute that does not exist',
      404,
    );
  });
}
