type Ids<Name extends string> = { readonly [Each in Name]: string };

/** Which organization a call is about. */
export type ForOrganization = Ids<'org_id'>;

/** Which member of an organization a call is about. */
export type ForMember = Ids<'org_id' | 'member_id'>;

/** Which project a call is about. */
export type ForProject = Ids<'project_id'>;

/** Which branch a call is about. */
export type ForBranch = Ids<'project_id' | 'branch_id'>;

/** Which snapshot a call is about. */
export type ForSnapshot = Ids<'project_id' | 'snapshot_id'>;

/** Which endpoint a call is about. */
export type ForEndpoint = Ids<'project_id' | 'endpoint_id'>;

/** Which role of a branch a call is about. */
export type ForRole = Ids<'project_id' | 'branch_id' | 'role_name'>;

/** Which database of a branch a call is about. */
export type ForDatabase = Ids<'project_id' | 'branch_id' | 'database_name'>;
