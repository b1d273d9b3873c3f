import { startedEndpoint } from './endpoint-commands.js';
import { command, expectRefusal, type PlatformCommand } from './platform-command.js';

/** More would exceed the limits of small plans. */
const MAX_PROJECTS = 2;
const MAX_BRANCHES = 5;

export function createProject(name: string): PlatformCommand {
  return command({
    text: `create project ${name}`,
    subject: (model) => (model.projects.length < MAX_PROJECTS ? model : undefined),
    async act(model, { adapter, done, org_id }) {
      const since_ms = adapter.now_ms();
      const answer = await adapter.createProject({
        project: { name, ...(org_id === undefined ? {} : { org_id }) },
      });
      const { project, branch, endpoints } = answer;
      // Added before its operations end, so that it is deleted even after a failure.
      model.projects.push({
        id: project.id,
        name,
        branches: [{ id: branch.id, parent_id: undefined, name: branch.name }],
        endpoints: endpoints.map((each) => startedEndpoint(each, since_ms, adapter.now_ms())),
      });
      await done(project.id, answer);
      for (const endpoint of model.projects.at(-1)!.endpoints)
        endpoint.used_ms = [since_ms, adapter.now_ms()];
    },
  });
}

export function renameProject(pick: number, name: string): PlatformCommand {
  return command({
    text: `rename project ${pick} to ${name}`,
    subject: (model) => model.project(pick),
    async act(project, { adapter, done }) {
      await done(project.id, await adapter.updateProject({ project_id: project.id, project: { name } }));
      project.name = name;
    },
  });
}

export function deleteProject(pick: number): PlatformCommand {
  return command({
    text: `delete project ${pick}`,
    subject: (model) => model.project(pick),
    async act(project, { adapter, model }) {
      await adapter.deleteProject({ project_id: project.id });
      model.projects.splice(model.projects.indexOf(project), 1);
      await expectRefusal(adapter.getProject({ project_id: project.id }), 'a project that was deleted', 404);
    },
  });
}

export function createBranch(pick: number, with_compute: boolean): PlatformCommand {
  return command({
    text: `create a branch of branch ${pick}${with_compute ? ' with a compute' : ''}`,
    subject(model) {
      const found = model.branch(pick);
      return found !== undefined && found[0].branches.length < MAX_BRANCHES ? found : undefined;
    },
    async act([project, parent], { adapter, done }) {
      const since_ms = adapter.now_ms();
      const answer = await adapter.createProjectBranch({
        project_id: project.id,
        branch: { parent_id: parent.id },
        ...(with_compute ? { endpoints: [{ type: 'read_write' as const }] } : {}),
      });
      await done(project.id, answer);
      const { branch, endpoints = [] } = answer;
      project.branches.push({ id: branch.id, parent_id: parent.id, name: branch.name });
      for (const each of endpoints) {
        project.endpoints.push(startedEndpoint(each, since_ms, adapter.now_ms()));
      }
    },
  });
}

export function deleteBranch(pick: number): PlatformCommand {
  return command({
    text: `delete branch ${pick}`,
    subject: (model) => model.branch(pick),
    async act([project, branch], { adapter, done }) {
      const id = { project_id: project.id, branch_id: branch.id };
      const call = adapter.deleteProjectBranch(id);
      const needed =
        branch === project.branches[0] || project.branches.some(({ parent_id }) => parent_id === branch.id);
      if (needed) return expectRefusal(call, 'the default branch, or one that has children', 400, 409, 422);
      const answer = await call;
      if (answer !== undefined) await done(project.id, answer);
      project.branches.splice(project.branches.indexOf(branch), 1);
      const others = project.endpoints.filter(({ branch_id }) => branch_id !== branch.id);
      project.endpoints.splice(0, project.endpoints.length, ...others);
      await expectRefusal(adapter.getProjectBranch(id), 'a branch that was deleted', 404);
    },
  });
}

/** Advances time, so that computes may be suspended. */
export function letTimePass(span_ms: number): PlatformCommand {
  return command({
    text: `wait ${span_ms / 1000} s`,
    subject: (model) => model,
    act: (_model, { adapter }) => adapter.wait(span_ms),
  });
}
