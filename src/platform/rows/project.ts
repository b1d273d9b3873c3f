import { z } from 'zod';
import type { Shaped } from '../schema/plain.js';
import {
  type DEFAULT_ENDPOINT_SETTINGS,
  type PROJECT,
  type PROJECT_CREATE,
  SETTINGS,
} from '../schema/project-schema.js';
import { SIZE } from './endpoint.js';
import { amount, moment, ROW, text, whole } from './row.js';

/** `settings` of a project: the quota is acted on, everything else is kept and shown as it was sent. */
export type ProjectSettings = Shaped<typeof SETTINGS>;

/** Size and suspension of endpoints whose creator names none, as a request names them. */
export type DefaultEndpointSettingsRequest = Shaped<typeof DEFAULT_ENDPOINT_SETTINGS>;

/** A project as stored. */
export const PROJECT_ROW = z.object({
  ...ROW,
  name: text,
  /** The user whose personal project it is, or who created it. */
  user_id: text,
  /** The organization it belongs to; absent for a personal project. */
  org_id: text.optional(),
  region_id: text,
  pg_version: whole,
  provisioner: text,
  store_passwords: z.boolean(),
  history_retention_seconds: amount,
  settings: SETTINGS,
  default_endpoint_settings: z.object({ ...SIZE, pg_settings: z.record(text, text) }),
  default_branch_id: text,
  /** When it was deleted; it can be recovered for seven days. */
  deleted_at_ms: moment.optional(),
});

/** {@link PROJECT_ROW} as data. */
export type ProjectRecord = Shaped<typeof PROJECT_ROW>;

/** {@link DefaultEndpointSettingsRequest} with nothing left open. */
export type DefaultEndpointSettings = ProjectRecord['default_endpoint_settings'];

/** A project as the API shows it. */
export type Project = Shaped<typeof PROJECT>;

/** The attributes of a project to create. */
export type ProjectCreateRequest = Shaped<typeof PROJECT_CREATE>['project'];

/** For how long a deleted project can be recovered. Source: the platform's API schema. */
export const RECOVERY_MS = 7 * 86_400_000;
