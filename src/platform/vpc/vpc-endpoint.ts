import { z } from 'zod';
import { moment, NAMED, text } from '../resource/row.js';
import { limitedText } from '../resource/schema.js';

/** A VPC endpoint of an organization, as stored; its id is `<organization>/<region>/<vpc_endpoint_id>`. */
export const VPC_ENDPOINT_ROW = z.object({
  ...NAMED,
  org_id: text,
  region_id: text,
  vpc_endpoint_id: text,
  label: text,
  /** Time of its removal; it cannot be assigned to the organization again. */
  removed_at_ms: moment.optional(),
});

/** A restriction of a project's connections to a VPC endpoint, as stored; its id is `<project>/<vpc_endpoint_id>`. */
export const VPC_RESTRICTION_ROW = z.object({
  ...NAMED,
  project_id: text,
  vpc_endpoint_id: text,
  label: text,
});

export const VPC_ENDPOINT = z.object({ vpc_endpoint_id: z.string(), label: z.string() });

/** The body of the calls that assign a VPC endpoint. */
export const VPC_ASSIGNMENT = z.object({ label: limitedText() });
