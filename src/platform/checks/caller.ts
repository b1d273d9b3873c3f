/** A request made with a personal key: the user's own projects, and those of the organizations the user is in. */
export interface PersonalCaller {
  readonly kind: 'personal';
  readonly key_id: number;
  readonly user_id: string;
}

/** A request made with an organization's key: every project of the organization, as an administrator. */
export interface OrganizationCaller {
  readonly kind: 'organization';
  readonly key_id: number;
  readonly org_id: string;
}

/** A request made with a project-scoped key: one project, as a member. */
export interface ProjectCaller {
  readonly kind: 'project';
  readonly key_id: number;
  readonly org_id: string;
  readonly project_id: string;
}

/** The caller that a key identifies; valid for one call only, since a key may be revoked before the next. */
export type Caller = PersonalCaller | OrganizationCaller | ProjectCaller;
