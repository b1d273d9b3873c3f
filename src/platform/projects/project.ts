import { z } from 'zod';
import { ANNOTATION_VALUE } from '../branches/branch.js';
import { IDENTIFIER_BYTES } from '../checks/text-checks.js';
import {
  LIMITS_REQUEST,
  PRELOAD_LIBRARIES,
  PROVISIONERS,
  SIZE,
  SUSPEND_TIMEOUT,
} from '../endpoints/endpoint.js';
import { amount, moment, ROW, text, whole } from '../resource/row.js';
import {
  integerText,
  limitedText,
  limitedWhole,
  oneOf,
  optionalSwitch,
  pages,
  SEARCH_QUERY,
  type Shaped,
  TIMESTAMP,
} from '../resource/schema.js';
import { REGION_IDS } from './regions.js';

/** A project's limits per billing period; 0 or absent: no limit. */
const QUOTA = z.object({
  active_time_seconds: limitedWhole(0).optional(),
  compute_time_seconds: limitedWhole(0).optional(),
  written_data_bytes: limitedWhole(0).optional(),
  data_transfer_bytes: limitedWhole(0).optional(),
  logical_size_bytes: limitedWhole(0).optional(),
});

/** Settings without effect on computes are validated against the API's schema and stored unchanged. */
export const SETTINGS = z.object({
  quota: QUOTA.optional(),
  allowed_ips: z
    .object({
      ips: z.array(z.string()).optional(),
      protected_branches_only: z.boolean().optional(),
    })
    .optional(),
  enable_logical_replication: z.boolean().optional(),
  maintenance_window: z
    .object({ weekdays: z.array(limitedWhole(1, 7)), start_time: z.string(), end_time: z.string() })
    .optional(),
  block_public_connections: z.boolean().optional(),
  block_vpc_connections: z.boolean().optional(),
  hipaa: z.boolean().optional(),
  audit_log_level: z.enum(['base', 'extended', 'full']).optional(),
  preload_libraries: PRELOAD_LIBRARIES.optional(),
});

export const DEFAULT_ENDPOINT_SETTINGS = z.object({
  ...LIMITS_REQUEST,
  suspend_timeout_seconds: SUSPEND_TIMEOUT.optional(),
  pg_settings: z.record(z.string(), z.string()).optional(),
});

/** The maximum history retention, in seconds. */
export const MAX_RETENTION_SECONDS = 2_592_000;

export const PROJECT_CHANGES = {
  name: limitedText().optional(),
  settings: SETTINGS.optional(),
  default_endpoint_settings: DEFAULT_ENDPOINT_SETTINGS.optional(),
  history_retention_seconds: limitedWhole(0, MAX_RETENTION_SECONDS).optional(),
};

export const PROJECT_CREATE = z.object({
  project: z.object({
    ...PROJECT_CHANGES,
    ...LIMITS_REQUEST,
    provisioner: oneOf(PROVISIONERS).optional(),
    region_id: oneOf(REGION_IDS).optional(),
    pg_version: limitedWhole(14, 18).optional(),
    store_passwords: z.boolean().optional(),
    org_id: z.string().optional(),
    branch: z
      .object({
        name: limitedText().optional(),
        role_name: limitedText(IDENTIFIER_BYTES).optional(),
        database_name: limitedText(IDENTIFIER_BYTES).optional(),
        annotations: ANNOTATION_VALUE.optional(),
      })
      .optional(),
  }),
});
const COMMON = {
  id: z.string(),
  platform_id: z.string(),
  region_id: z.string(),
  name: z.string(),
  provisioner: z.string(),
  default_endpoint_settings: DEFAULT_ENDPOINT_SETTINGS.optional(),
  settings: SETTINGS.optional(),
  pg_version: z.int(),
  proxy_host: z.string(),
  branch_logical_size_limit: z.int(),
  branch_logical_size_limit_bytes: z.int(),
  store_passwords: z.boolean(),
  cpu_used_sec: z.int(),
  creation_source: z.string(),
  history_retention_seconds: z.int().optional(),
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
  compute_last_active_at: TIMESTAMP.optional(),
  owner_id: z.string(),
  org_id: z.string().optional(),
  /** Whether operations are in flight; mutating calls are refused until they finish. */
  locked: z.boolean().optional(),
};

export const PROJECT_LIST_ITEM = z
  .object({
    ...COMMON,
    active_time: z.int(),
    org_name: z.string().optional(),
    deleted_at: TIMESTAMP.optional(),
    recoverable_until: TIMESTAMP.optional(),
  })
  .meta({ id: 'ProjectListItem' });

/** A project as the API shows it. */
export const PROJECT = z
  .object({
    ...COMMON,
    active_time_seconds: z.int(),
    compute_time_seconds: z.int(),
    written_data_bytes: z.int(),
    data_transfer_bytes: z.int(),
    data_storage_bytes_hour: z.int(),
    consumption_period_start: TIMESTAMP,
    consumption_period_end: TIMESTAMP,
    owner: z
      .object({
        email: z.string(),
        name: z.string(),
        branches_limit: z.int(),
        subscription_type: z.string(),
      })
      .optional(),
  })
  .meta({ id: 'Project' });
/** `settings` of a project: the quota is enforced, everything else is only stored and returned. */
export type ProjectSettings = Shaped<typeof SETTINGS>;

/** Default size and suspension of a project's endpoints, as in requests. */
export type DefaultEndpointSettingsRequest = Shaped<typeof DEFAULT_ENDPOINT_SETTINGS>;

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

export type ProjectRecord = Shaped<typeof PROJECT_ROW>;

/** {@link DefaultEndpointSettingsRequest} with all values set. */
export type DefaultEndpointSettings = ProjectRecord['default_endpoint_settings'];

/** A project as the API shows it. */
export type Project = Shaped<typeof PROJECT>;

export type ProjectCreateRequest = Shaped<typeof PROJECT_CREATE>['project'];

/** Recovery period of a deleted project. Source: the platform's API schema. */
export const RECOVERY_MS = 7 * 86_400_000;

export const PROJECT_PAGES = pages(10, 400);

export const SHARED_PROJECT_QUERY = {
  ...PROJECT_PAGES.query,
  /** In ms. Accepted for compatibility with the platform's API; has no effect because no call takes that long. */
  timeout: integerText(100, 30_000).optional(),
  ...SEARCH_QUERY,
};

export const PROJECT_QUERY = {
  ...SHARED_PROJECT_QUERY,
  /** Only projects of this organization. */
  org_id: z.string().optional(),
  /** Only deleted projects that can be recovered, instead of the others. */
  recoverable: optionalSwitch(),
};
