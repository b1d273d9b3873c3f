import type { ApiKeyRequest, CreatedApiKey, ListedApiKey, RevokedApiKey } from '../platform/api-key.js';
import type { OrgApiKeyInput } from '../platform/api-keys.js';
import type { Branch } from '../platform/branch.js';
import type { BranchListInput, BranchPage } from '../platform/branch-list.js';
import type { CreateBranchInput, CreatedBranch } from '../platform/branches.js';
import type { ConnectionUriInput } from '../platform/connection-uri.js';
import type { Endpoint } from '../platform/endpoint.js';
import type { UpdateEndpointInput } from '../platform/endpoint-update.js';
import type { CreateEndpointInput } from '../platform/endpoints.js';
import type { Operation, OperationStatus } from '../platform/operation.js';
import type { OperationListInput } from '../platform/operations.js';
import type { Organization } from '../platform/organization.js';
import type { ForBranch, ForEndpoint, ForOrganization, ForProject } from '../platform/path-ids.js';
import type { Project } from '../platform/project.js';
import type { CreatedProject, CreateProjectInput } from '../platform/project-creation.js';
import type { ProjectListInput, ProjectPage } from '../platform/project-list.js';
import type { CurrentUser } from '../platform/user.js';

/**
 * An operation as an adapter reports it: the real platform knows actions and ends beyond those that the rules
 * here cause. Source: the platform's API schema.
 */
export interface ReportedOperation extends Omit<Operation, 'action' | 'status'> {
  readonly action: string;
  readonly status: OperationStatus | 'failed' | 'error' | 'cancelling' | 'cancelled';
  /** Why it failed, where it did. */
  readonly error?: string | undefined;
}

/** Something together with the operations that carry its change out, in place of the rules' own. */
type Reported<Answer> = Omit<Answer, 'operations'> & { readonly operations: readonly ReportedOperation[] };

/** An endpoint and the operations that carry its change out; none when nothing is left to do. */
export interface ReportedEndpoint {
  readonly endpoint: Endpoint;
  readonly operations: readonly ReportedOperation[];
}

/** A branch and the operations that carry its change out. */
export interface ReportedBranch {
  readonly branch: Branch;
  readonly operations: readonly ReportedOperation[];
}

/** A page of operations, newest first. */
export interface ReportedOperations {
  readonly operations: readonly ReportedOperation[];
  /** Where the page ends; absent when it is empty. */
  readonly pagination?: { readonly cursor: string } | undefined;
}

/**
 * The management API with the time that passes on it, whoever answers: the rules in process in simulated time,
 * or a service over HTTP in wall-clock time.
 *
 * Calls are named as the API's operations, take their input as {@link Platform} does (ids and body in one) and
 * give the API's answers; `undefined` from a delete means that there was nothing to delete. An answer may hold
 * more than its type says. Every call rejects with an {@link AdapterError} when it is refused.
 *
 * ```ts
 * const { project, endpoints, operations } = await adapter.createProject({ project: { name: 'trial' } });
 * await operationsEnded(adapter, project.id, operations);
 * await adapter.restartProjectEndpoint({ project_id: project.id, endpoint_id: endpoints[0]!.id });
 * await adapter.deleteProject({ project_id: project.id });
 * ```
 */
export interface PlatformAdapter {
  readonly kind: 'simulated' | 'http';

  /** The adapter's time, in ms since the epoch. */
  now_ms(): number;
  /**
   * Lets a span of the adapter's time pass: at once where time is simulated, else by sleeping.
   * @throws the signal's reason as soon as it is aborted
   */
  wait(span_ms: number, signal?: AbortSignal): Promise<void>;
  /** Lets go of connections and timers; nothing is called after it. */
  close(): Promise<void>;

  getCurrentUserInfo(): Promise<CurrentUser>;
  getCurrentUserOrganizations(): Promise<{ readonly organizations: readonly Organization[] }>;

  listApiKeys(): Promise<readonly ListedApiKey[]>;
  createApiKey(input: ApiKeyRequest): Promise<CreatedApiKey>;
  revokeApiKey(input: { readonly key_id: number }): Promise<RevokedApiKey>;
  listOrgApiKeys(input: ForOrganization): Promise<readonly ListedApiKey[]>;
  createOrgApiKey(input: OrgApiKeyInput): Promise<CreatedApiKey>;
  revokeOrgApiKey(input: ForOrganization & { readonly key_id: number }): Promise<RevokedApiKey>;

  listProjects(input: ProjectListInput): Promise<Pick<ProjectPage, 'projects' | 'pagination'>>;
  createProject(input: CreateProjectInput): Promise<Reported<CreatedProject>>;
  getProject(input: ForProject): Promise<{ readonly project: Project }>;
  deleteProject(input: ForProject): Promise<{ readonly project: Project }>;
  getConnectionURI(input: ConnectionUriInput): Promise<{ readonly uri: string }>;

  listProjectOperations(input: OperationListInput): Promise<ReportedOperations>;
  getProjectOperation(
    input: ForProject & { readonly operation_id: string },
  ): Promise<{ readonly operation: ReportedOperation }>;

  listProjectBranches(input: BranchListInput): Promise<Pick<BranchPage, 'branches' | 'pagination'>>;
  createProjectBranch(input: CreateBranchInput): Promise<Reported<CreatedBranch>>;
  getProjectBranch(input: ForBranch): Promise<{ readonly branch: Branch }>;
  deleteProjectBranch(input: ForBranch): Promise<ReportedBranch | undefined>;
  listProjectBranchEndpoints(input: ForBranch): Promise<{ readonly endpoints: readonly Endpoint[] }>;

  listProjectEndpoints(input: ForProject): Promise<{ readonly endpoints: readonly Endpoint[] }>;
  createProjectEndpoint(input: CreateEndpointInput): Promise<ReportedEndpoint>;
  getProjectEndpoint(input: ForEndpoint): Promise<{ readonly endpoint: Endpoint }>;
  updateProjectEndpoint(input: UpdateEndpointInput): Promise<ReportedEndpoint>;
  deleteProjectEndpoint(input: ForEndpoint): Promise<ReportedEndpoint | undefined>;
  startProjectEndpoint(input: ForEndpoint): Promise<ReportedEndpoint>;
  suspendProjectEndpoint(input: ForEndpoint): Promise<ReportedEndpoint>;
  restartProjectEndpoint(input: ForEndpoint): Promise<ReportedEndpoint>;
}
