import { z } from 'zod';
import type { Shaped } from '../resource/schema.js';

export const REGION = z.object({
  region_id: z.string(),
  name: z.string(),
  default: z.boolean(),
  geo_lat: z.string(),
  geo_long: z.string(),
});

/** A region as the API shows it. */
export type Region = Shaped<typeof REGION>;

function region(region_id: string, name: string, geo_lat: string, geo_long: string): Region {
  return { region_id, name, default: region_id === DEFAULT_REGION_ID, geo_lat, geo_long };
}

/** The parent domain of this emulator's hosts; the service uses `neon.tech`. */
const DOMAIN = 'neap.invalid';

export const DEFAULT_REGION_ID = 'aws-us-east-2';

/** The regions for new projects. Source: the platform's API schema and its changelog of 2026-04. */
export const REGIONS: readonly Region[] = [
  region('aws-us-east-1', 'AWS US East 1 (N. Virginia)', '38.13', '-78.45'),
  region('aws-us-east-2', 'AWS US East 2 (Ohio)', '39.96', '-83'),
  region('aws-us-west-2', 'AWS US West 2 (Oregon)', '46.15', '-123.88'),
  region('aws-eu-central-1', 'AWS Europe Central 1 (Frankfurt)', '50', '8'),
  region('aws-eu-west-2', 'AWS Europe West 2 (London)', '51.5', '-0.13'),
  region('aws-ap-southeast-1', 'AWS Asia Pacific 1 (Singapore)', '1.37', '103.8'),
  region('aws-ap-southeast-2', 'AWS Asia Pacific 2 (Sydney)', '-33.86', '151.2'),
  region('aws-sa-east-1', 'AWS South America East 1 (São Paulo)', '-23.55', '-46.63'),
];

export const REGION_IDS: readonly string[] = REGIONS.map((each) => each.region_id);

/**
 * The proxy's host name in a region: `aws-us-east-2` has `us-east-2.aws.neap.invalid`, which no resolver knows, so that
 * no password of the emulator reaches the service. Source: RFC 2606.
 */
export function regionHost(region_id: string): string {
  const dash = region_id.indexOf('-');
  return `${region_id.slice(dash + 1)}.${region_id.slice(0, dash)}.${DOMAIN}`;
}

/** The cloud of a region: the first word of its id. */
export function platformOf(region_id: string): string {
  return region_id.slice(0, region_id.indexOf('-'));
}
