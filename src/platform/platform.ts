import type { ApiKeyRequest, CreatedApiKey, ListedApiKey, RevokedApiKey } from './api-key.js';
import * as keys from './api-keys.js';
import { authenticate } from './authentication.js';
import type { BranchOperations } from './branch.js';
import * as branchLists from './branch-list.js';
import * as branches from './branches.js';
import type { Caller } from './caller.js';
import type { StoredTables } from './change.js';
import * as connections from './connection-uri.js';
import * as console from './console.js';
import * as consumption from './consumption.js';
import type { Database, DatabaseOperations } from './database.js';
import * as databases from './databases.js';
import type { Endpoint, EndpointOperations } from './endpoint.js';
import * as edits from './endpoint-update.js';
import * as endpoints from './endpoints.js';
import type { Member } from './membership.js';
import type { Operation } from './operation.js';
import * as operations from './operations.js';
import type { PlatformOptions } from './options.js';
import type { Organization } from './organization.js';
import * as organizations from './organizations.js';
import type {
  ForBranch,
  ForDatabase,
  ForEndpoint,
  ForMember,
  ForOrganization,
  ForProject,
  ForRole,
} from './path-ids.js';
import type { Project } from './project.js';
import * as creation from './project-creation.js';
import * as deletion from './project-deletion.js';
import * as projectLists from './project-list.js';
import * as projects from './projects.js';
import { REGIONS, type Region } from './regions.js';
import type { Role, RoleOperations } from './role.js';
import * as roles from './roles.js';
import { TimedState } from './timed-state.js';
import * as touches from './touch.js';
import type { AuthDetails, CurrentUser, UserRecord } from './user.js';
import * as users from './users.js';

/**
 * The management API as rules that are told the time.
 *
 * Methods are named as the API's operations and return the bodies of its answers; `undefined` from a delete
 * means that there was nothing to delete (204). Every call takes the moment it is made, `now`, in ms since the
 * epoch; what has come due by then happens first. A refused call throws a {@link PlatformError} and changes
 * nothing. Unknown attributes of a request are ignored, as the real API does.
 *
 * ```ts
 * const platform = new Platform({ operation_duration_ms: { start_compute: 300 } });
 * const user = platform.signUp({ name: 'Ada', email: 'ada@example.com' }, now);
 * const { key } = platform.issueApiKey({ user_id: user.id, key_name: 'first' }, now);
 * const caller = platform.authenticate(key, '127.0.0.1', now);
 * const { project } = platform.createProject(caller, { project: { name: 'shop' } }, now);
 * platform.advance(now + 5_000);
 * ```
 */
export class Platform extends TimedState {
  /**
   * The platform whose rows these are: it goes on exactly as the one that wrote them would have. The seed is
   * among the rows; the other options are not, and are given again.
   */
  static restore(tables: StoredTables, options: PlatformOptions = {}): Platform {
    const platform = new Platform(options);
    platform.load(tables);
    return platform;
  }

  /**
   * Who a request comes from.
   * @param secret what follows `Bearer ` in the `Authorization` header; `undefined` when there is none
   * @param from_addr address of the client, kept as the key's `last_used_from_addr`
   * @throws PlatformError `unauthorized`
   */
  authenticate(secret: string | undefined, from_addr: string, now: number): Caller {
    return this.call(now, (state) => authenticate(state, secret, from_addr));
  }

  // The console: what a person does signed in, without a key.

  /** Creates a user, who belongs to no organization and has no key yet. */
  signUp(input: console.SignUp, now: number): UserRecord {
    return this.call(now, (state) => console.signUp(state, input));
  }

  /** Creates an organization whose first administrator is the user. */
  createOrganization(input: console.NewOrganization, now: number): Organization {
    return this.call(now, (state) => console.createOrganization(state, input));
  }

  /** Makes a user a member of an organization. */
  addMember(input: console.NewMember, now: number): Member {
    return this.call(now, (state) => console.addMember(state, input));
  }

  /** Creates a personal key in the console: a user's first. */
  issueApiKey(input: { readonly user_id: string } & ApiKeyRequest, now: number): CreatedApiKey {
    return this.call(now, (state) => keys.issueApiKey(state, input));
  }

  // What happens to computes outside the API.

  /**
   * A client connects to an endpoint or uses it: an active one counts as used now, an idle one wakes.
   * @throws PlatformError when it cannot be woken: `not_found`, or `unprocessable` with the reason as `code`
   */
  touch(endpoint_id: string, now: number): touches.Touch {
    return this.call(now, (state) => touches.touch(state, endpoint_id));
  }

  /** The autoscaler makes an active endpoint another size, within its limits; nothing else changes. */
  resize(endpoint_id: string, current_cu: number, now: number): void {
    this.call(now, (state) => touches.resize(state, endpoint_id, current_cu));
  }

  /** The data of a branch has grown or shrunk to a logical size. */
  setLogicalSize(branch_id: string, logical_size_bytes: number, now: number): void {
    this.call(now, (state) => touches.setLogicalSize(state, branch_id, logical_size_bytes));
  }

  // Users and organizations.

  getCurrentUserInfo(caller: Caller, now: number): CurrentUser {
    return this.call(now, (state) => users.getCurrentUserInfo(state, caller));
  }

  getAuthDetails(caller: Caller, now: number): AuthDetails {
    return this.call(now, (state) => users.getAuthDetails(state, caller));
  }

  getCurrentUserOrganizations(
    caller: Caller,
    now: number,
  ): { readonly organizations: readonly Organization[] } {
    return this.call(now, (state) => organizations.getCurrentUserOrganizations(state, caller));
  }

  getOrganization(caller: Caller, input: ForOrganization, now: number): Organization {
    return this.call(now, (state) => organizations.getOrganization(state, caller, input));
  }

  getOrganizationMembers(
    caller: Caller,
    input: organizations.MemberListInput,
    now: number,
  ): organizations.MemberPage {
    return this.call(now, (state) => organizations.getOrganizationMembers(state, caller, input));
  }

  getOrganizationMember(caller: Caller, input: ForMember, now: number): Member {
    return this.call(now, (state) => organizations.getOrganizationMember(state, caller, input));
  }

  updateOrganizationMember(
    caller: Caller,
    input: ForMember & { readonly role: string },
    now: number,
  ): Member {
    return this.call(now, (state) => organizations.updateOrganizationMember(state, caller, input));
  }

  removeOrganizationMember(caller: Caller, input: ForMember, now: number): Record<string, never> {
    return this.call(now, (state) => organizations.removeOrganizationMember(state, caller, input));
  }

  transferProjectsFromOrgToOrg(
    caller: Caller,
    input: organizations.TransferInput,
    now: number,
  ): Record<string, never> {
    return this.call(now, (state) => organizations.transferProjects(state, caller, input));
  }

  // API keys.

  listApiKeys(caller: Caller, now: number): readonly ListedApiKey[] {
    return this.call(now, (state) => keys.listApiKeys(state, caller));
  }

  createApiKey(caller: Caller, input: ApiKeyRequest, now: number): CreatedApiKey {
    return this.call(now, (state) => keys.createApiKey(state, caller, input));
  }

  revokeApiKey(caller: Caller, input: { readonly key_id: number }, now: number): RevokedApiKey {
    return this.call(now, (state) => keys.revokeApiKey(state, caller, input));
  }

  listOrgApiKeys(caller: Caller, input: ForOrganization, now: number): readonly ListedApiKey[] {
    return this.call(now, (state) => keys.listOrgApiKeys(state, caller, input));
  }

  createOrgApiKey(caller: Caller, input: keys.OrgApiKeyInput, now: number): CreatedApiKey {
    return this.call(now, (state) => keys.createOrgApiKey(state, caller, input));
  }

  revokeOrgApiKey(
    caller: Caller,
    input: ForOrganization & { readonly key_id: number },
    now: number,
  ): RevokedApiKey {
    return this.call(now, (state) => keys.revokeOrgApiKey(state, caller, input));
  }

  // Projects.

  listProjects(caller: Caller, input: projectLists.ProjectListInput, now: number): projectLists.ProjectPage {
    return this.call(now, (state) => projectLists.listProjects(state, caller, input));
  }

  /** Projects shared with the user by others: sharing is not modelled, so there are none. */
  listSharedProjects(
    caller: Caller,
    input: projectLists.ProjectListInput,
    now: number,
  ): projectLists.SharedProjectPage {
    return this.call(now, (state) => projectLists.listSharedProjects(state, caller, input));
  }

  createProject(caller: Caller, input: creation.CreateProjectInput, now: number): creation.CreatedProject {
    return this.call(now, (state) => creation.createProject(state, caller, input));
  }

  getProject(caller: Caller, input: ForProject, now: number): { readonly project: Project } {
    return this.call(now, (state) => projects.getProject(state, caller, input));
  }

  updateProject(caller: Caller, input: projects.UpdateProjectInput, now: number): projects.UpdatedProject {
    return this.call(now, (state) => projects.updateProject(state, caller, input));
  }

  deleteProject(caller: Caller, input: ForProject, now: number): { readonly project: Project } {
    return this.call(now, (state) => deletion.deleteProject(state, caller, input));
  }

  recoverProject(caller: Caller, input: ForProject, now: number): deletion.RecoveredProject {
    return this.call(now, (state) => deletion.recoverProject(state, caller, input));
  }

  getConnectionURI(
    caller: Caller,
    input: connections.ConnectionUriInput,
    now: number,
  ): { readonly uri: string } {
    return this.call(now, (state) => connections.getConnectionUri(state, caller, input));
  }

  // Operations.

  listProjectOperations(
    caller: Caller,
    input: operations.OperationListInput,
    now: number,
  ): operations.OperationPage {
    return this.call(now, (state) => operations.listProjectOperations(state, caller, input));
  }

  getProjectOperation(
    caller: Caller,
    input: ForProject & { readonly operation_id: string },
    now: number,
  ): { readonly operation: Operation } {
    return this.call(now, (state) => operations.getProjectOperation(state, caller, input));
  }

  // Branches.

  createProjectBranch(
    caller: Caller,
    input: branches.CreateBranchInput,
    now: number,
  ): branches.CreatedBranch {
    return this.call(now, (state) => branches.createProjectBranch(state, caller, input));
  }

  listProjectBranches(
    caller: Caller,
    input: branchLists.BranchListInput,
    now: number,
  ): branchLists.BranchPage {
    return this.call(now, (state) => branchLists.listProjectBranches(state, caller, input));
  }

  countProjectBranches(
    caller: Caller,
    input: ForProject & { readonly search?: string | undefined },
    now: number,
  ): { readonly count: number } {
    return this.call(now, (state) => branchLists.countProjectBranches(state, caller, input));
  }

  getProjectBranch(caller: Caller, input: ForBranch, now: number): branches.AnnotatedBranch {
    return this.call(now, (state) => branches.getProjectBranch(state, caller, input));
  }

  updateProjectBranch(caller: Caller, input: branches.UpdateBranchInput, now: number): BranchOperations {
    return this.call(now, (state) => branches.updateProjectBranch(state, caller, input));
  }

  setDefaultProjectBranch(caller: Caller, input: ForBranch, now: number): BranchOperations {
    return this.call(now, (state) => branches.setDefaultProjectBranch(state, caller, input));
  }

  deleteProjectBranch(caller: Caller, input: ForBranch, now: number): BranchOperations | undefined {
    return this.call(now, (state) => branches.deleteProjectBranch(state, caller, input));
  }

  listProjectBranchEndpoints(
    caller: Caller,
    input: ForBranch,
    now: number,
  ): { readonly endpoints: readonly Endpoint[] } {
    return this.call(now, (state) => endpoints.listProjectBranchEndpoints(state, caller, input));
  }

  // Roles and databases.

  listProjectBranchRoles(caller: Caller, input: ForBranch, now: number): { readonly roles: readonly Role[] } {
    return this.call(now, (state) => roles.listProjectBranchRoles(state, caller, input));
  }

  createProjectBranchRole(caller: Caller, input: roles.CreateRoleInput, now: number): RoleOperations {
    return this.call(now, (state) => roles.createProjectBranchRole(state, caller, input));
  }

  getProjectBranchRole(caller: Caller, input: ForRole, now: number): { readonly role: Role } {
    return this.call(now, (state) => roles.getProjectBranchRole(state, caller, input));
  }

  deleteProjectBranchRole(caller: Caller, input: ForRole, now: number): RoleOperations | undefined {
    return this.call(now, (state) => roles.deleteProjectBranchRole(state, caller, input));
  }

  getProjectBranchRolePassword(caller: Caller, input: ForRole, now: number): { readonly password: string } {
    return this.call(now, (state) => roles.getProjectBranchRolePassword(state, caller, input));
  }

  resetProjectBranchRolePassword(caller: Caller, input: ForRole, now: number): RoleOperations {
    return this.call(now, (state) => roles.resetProjectBranchRolePassword(state, caller, input));
  }

  listProjectBranchDatabases(
    caller: Caller,
    input: ForBranch,
    now: number,
  ): { readonly databases: readonly Database[] } {
    return this.call(now, (state) => databases.listProjectBranchDatabases(state, caller, input));
  }

  createProjectBranchDatabase(
    caller: Caller,
    input: databases.CreateDatabaseInput,
    now: number,
  ): DatabaseOperations {
    return this.call(now, (state) => databases.createProjectBranchDatabase(state, caller, input));
  }

  getProjectBranchDatabase(caller: Caller, input: ForDatabase, now: number): { readonly database: Database } {
    return this.call(now, (state) => databases.getProjectBranchDatabase(state, caller, input));
  }

  updateProjectBranchDatabase(
    caller: Caller,
    input: databases.UpdateDatabaseInput,
    now: number,
  ): DatabaseOperations {
    return this.call(now, (state) => databases.updateProjectBranchDatabase(state, caller, input));
  }

  deleteProjectBranchDatabase(
    caller: Caller,
    input: ForDatabase,
    now: number,
  ): DatabaseOperations | undefined {
    return this.call(now, (state) => databases.deleteProjectBranchDatabase(state, caller, input));
  }

  // Endpoints.

  createProjectEndpoint(
    caller: Caller,
    input: endpoints.CreateEndpointInput,
    now: number,
  ): EndpointOperations {
    return this.call(now, (state) => endpoints.createProjectEndpoint(state, caller, input));
  }

  listProjectEndpoints(
    caller: Caller,
    input: ForProject,
    now: number,
  ): { readonly endpoints: readonly Endpoint[] } {
    return this.call(now, (state) => endpoints.listProjectEndpoints(state, caller, input));
  }

  getProjectEndpoint(caller: Caller, input: ForEndpoint, now: number): { readonly endpoint: Endpoint } {
    return this.call(now, (state) => endpoints.getProjectEndpoint(state, caller, input));
  }

  updateProjectEndpoint(caller: Caller, input: edits.UpdateEndpointInput, now: number): EndpointOperations {
    return this.call(now, (state) => edits.updateProjectEndpoint(state, caller, input));
  }

  deleteProjectEndpoint(caller: Caller, input: ForEndpoint, now: number): EndpointOperations | undefined {
    return this.call(now, (state) => endpoints.deleteProjectEndpoint(state, caller, input));
  }

  startProjectEndpoint(caller: Caller, input: ForEndpoint, now: number): EndpointOperations {
    return this.call(now, (state) => endpoints.startProjectEndpoint(state, caller, input));
  }

  suspendProjectEndpoint(caller: Caller, input: ForEndpoint, now: number): EndpointOperations {
    return this.call(now, (state) => endpoints.suspendProjectEndpoint(state, caller, input));
  }

  restartProjectEndpoint(caller: Caller, input: ForEndpoint, now: number): EndpointOperations {
    return this.call(now, (state) => endpoints.restartProjectEndpoint(state, caller, input));
  }

  // Consumption and regions.

  getConsumptionHistoryPerProjectV2(
    caller: Caller,
    input: consumption.ConsumptionInput,
    now: number,
  ): consumption.ProjectConsumptionPage {
    return this.call(now, (state) => consumption.getConsumptionPerProject(state, caller, input));
  }

  getConsumptionHistoryPerBranchV2(
    caller: Caller,
    input: consumption.ConsumptionInput,
    now: number,
  ): consumption.BranchConsumptionPage {
    return this.call(now, (state) => consumption.getConsumptionPerBranch(state, caller, input));
  }

  getActiveRegions(): { readonly regions: readonly Region[] } {
    return { regions: REGIONS };
  }
}
