import { timestamp } from './timestamp.js';

/** An organization as stored. */
export interface OrganizationRecord {
  readonly id: string;
  readonly sequence: number;
  readonly name: string;
  /** Plan of every project of the organization. */
  readonly plan: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

/** An organization as the API shows it. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  readonly plan: string;
  readonly managed_by: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What the API shows of a stored organization. */
export function organizationView(record: OrganizationRecord): Organization {
  return {
    id: record.id,
    name: record.name,
    handle: record.id.replace(/^org-/, ''),
    plan: record.plan,
    managed_by: 'console',
    created_at: timestamp(record.created_at_ms),
    updated_at: timestamp(record.updated_at_ms),
  };
}
