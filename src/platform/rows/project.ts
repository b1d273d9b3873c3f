import type { Shaped } from '../schema/plain.js';
import type {
  DEFAULT_ENDPOINT_SETTINGS,
  PROJECT,
  PROJECT_CREATE,
  SETTINGS,
} from '../schema/project-schema.js';
import type { Row } from './row.js';

/** `settings` of a project: the quota is acted on, everything else is kept and shown as it was sent. */
export type ProjectSettings = Shaped<typeof SETTINGS>;

/** Size and suspension of endpoints whose creator names none, as a request names them. */
export type DefaultEndpointSettingsRequest = Shaped<typeof DEFAULT_ENDPOINT_SETTINGS>;

/** {@link DefaultEndpointSettingsRequest} with nothing left open. */
export type DefaultEndpointSettings = {
  readonly [Name in keyof DefaultEndpointSettingsRequest]-?: NonNullable<
    DefaultEndpointSettingsRequest[Name]
  >;
};

/** A project as stored. */
export interface ProjectRecord extends Row {
  readonly name: string;
  /** The user whose personal project it is, or who created it. */
  readonly user_id: string;
  /** The organization it belongs to; absent for a personal project. */
  readonly org_id?: string | undefined;
  readonly region_id: string;
  readonly pg_version: number;
  readonly provisioner: string;
  readonly store_passwords: boolean;
  readonly history_retention_seconds: number;
  readonly settings: ProjectSettings;
  readonly default_endpoint_settings: DefaultEndpointSettings;
  readonly default_branch_id: string;
  /** When it was deleted; it can be recovered for seven days. */
  readonly deleted_at_ms?: number | undefined;
}

/** A project as the API shows it. */
export type Project = Shaped<typeof PROJECT>;

/** The attributes of a project to create. */
export type ProjectCreateRequest = Shaped<typeof PROJECT_CREATE>['project'];

/** For how long a deleted project can be recovered. Source: the platform's API schema. */
export const RECOVERY_MS = 7 * 86_400_000;
