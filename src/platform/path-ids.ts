/** Which organization a call is about. */
export interface ForOrganization {
  readonly org_id: string;
}

/** Which member of an organization a call is about. */
export interface ForMember extends ForOrganization {
  readonly member_id: string;
}

/** Which project a call is about. */
export interface ForProject {
  readonly project_id: string;
}

/** Which branch a call is about. */
export interface ForBranch extends ForProject {
  readonly branch_id: string;
}

/** Which endpoint a call is about. */
export interface ForEndpoint extends ForProject {
  readonly endpoint_id: string;
}

/** Which role of a branch a call is about. */
export interface ForRole extends ForBranch {
  readonly role_name: string;
}

/** Which database of a branch a call is about. */
export interface ForDatabase extends ForBranch {
  readonly database_name: string;
}
