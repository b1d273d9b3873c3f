/** A person's account as stored. */
export interface UserRecord {
  readonly id: string;
  readonly sequence: number;
  readonly name: string;
  readonly last_name: string;
  readonly email: string;
  /** Plan of the user's personal projects. */
  readonly plan: string;
  readonly created_at_ms: number;
}

/** One way a user signs in, as the API shows it. */
export interface AuthAccount {
  readonly provider: string;
  readonly email: string;
  readonly name: string;
  readonly login: string;
  readonly image: string;
}

/** The current user as the API shows it. */
export interface CurrentUser {
  readonly id: string;
  readonly email: string;
  readonly login: string;
  readonly name: string;
  readonly last_name: string;
  readonly image: string;
  readonly plan: string;
  readonly active_seconds_limit: number;
  readonly projects_limit: number;
  readonly branches_limit: number;
  readonly max_autoscaling_limit: number;
  readonly auth_accounts: readonly AuthAccount[];
}

/** Who a request is made by, as `GET /auth` shows it. */
export interface AuthDetails {
  readonly account_id: string;
  readonly auth_method: 'api_key_user' | 'api_key_org';
}
