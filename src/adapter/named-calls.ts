import type { CallName } from './api-calls.js';
import type { PlatformAdapter } from './platform-adapter.js';

type Input<Name extends CallName> = Parameters<PlatformAdapter[Name]>[0];
type Answer<Name extends CallName> = ReturnType<PlatformAdapter[Name]>;

/** Every call of an adapter as a method, over the one by which a call is made from its name. */
export abstract class NamedCalls {
  /**
   * Makes a call.
   * @throws AdapterError when it is refused
   */
  protected abstract call<Name extends CallName>(name: Name, input?: Input<Name>): Answer<Name>;

  getCurrentUserInfo() {
    return this.call('getCurrentUserInfo');
  }
  getCurrentUserOrganizations() {
    return this.call('getCurrentUserOrganizations');
  }

  listApiKeys() {
    return this.call('listApiKeys');
  }
  createApiKey(input: Input<'createApiKey'>) {
    return this.call('createApiKey', input);
  }
  revokeApiKey(input: Input<'revokeApiKey'>) {
    return this.call('revokeApiKey', input);
  }
  listOrgApiKeys(input: Input<'listOrgApiKeys'>) {
    return this.call('listOrgApiKeys', input);
  }
  createOrgApiKey(input: Input<'createOrgApiKey'>) {
    return this.call('createOrgApiKey', input);
  }
  revokeOrgApiKey(input: Input<'revokeOrgApiKey'>) {
    return this.call('revokeOrgApiKey', input);
  }

  listProjects(input: Input<'listProjects'>) {
    return this.call('listProjects', input);
  }
  createProject(input: Input<'createProject'>) {
    return this.call('createProject', input);
  }
  getProject(input: Input<'getProject'>) {
    return this.call('getProject', input);
  }
  deleteProject(input: Input<'deleteProject'>) {
    return this.call('deleteProject', input);
  }
  getConnectionURI(input: Input<'getConnectionURI'>) {
    return this.call('getConnectionURI', input);
  }

  listProjectOperations(input: Input<'listProjectOperations'>) {
    return this.call('listProjectOperations', input);
  }
  getProjectOperation(input: Input<'getProjectOperation'>) {
    return this.call('getProjectOperation', input);
  }

  listProjectBranches(input: Input<'listProjectBranches'>) {
    return this.call('listProjectBranches', input);
  }
  createProjectBranch(input: Input<'createProjectBranch'>) {
    return this.call('createProjectBranch', input);
  }
  getProjectBranch(input: Input<'getProjectBranch'>) {
    return this.call('getProjectBranch', input);
  }
  deleteProjectBranch(input: Input<'deleteProjectBranch'>) {
    return this.call('deleteProjectBranch', input);
  }
  listProjectBranchEndpoints(input: Input<'listProjectBranchEndpoints'>) {
    return this.call('listProjectBranchEndpoints', input);
  }

  listProjectEndpoints(input: Input<'listProjectEndpoints'>) {
    return this.call('listProjectEndpoints', input);
  }
  createProjectEndpoint(input: Input<'createProjectEndpoint'>) {
    return this.call('createProjectEndpoint', input);
  }
  getProjectEndpoint(input: Input<'getProjectEndpoint'>) {
    return this.call('getProjectEndpoint', input);
  }
  updateProjectEndpoint(input: Input<'updateProjectEndpoint'>) {
    return this.call('updateProjectEndpoint', input);
  }
  deleteProjectEndpoint(input: Input<'deleteProjectEndpoint'>) {
    return this.call('deleteProjectEndpoint', input);
  }
  startProjectEndpoint(input: Input<'startProjectEndpoint'>) {
    return this.call('startProjectEndpoint', input);
  }
  suspendProjectEndpoint(input: Input<'suspendProjectEndpoint'>) {
    return this.call('suspendProjectEndpoint', input);
  }
  restartProjectEndpoint(input: Input<'restartProjectEndpoint'>) {
    return this.call('restartProjectEndpoint', input);
  }
}
