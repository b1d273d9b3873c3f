import type { z } from 'zod';
import type { RuleBook } from '../../compute/rule-book.js';
import { COUNT, positive, quantity, SIZE, wholeNumberSchema } from '../form/quantity-schema.js';
import { trueOrFalse } from '../form/text-schema.js';
import type { ConstantDefault, ModelConstant } from './assumption.js';
import { AUTOSCALER_CONSTANTS } from './autoscaler-constants.js';
import { CACHE_CONSTANTS } from './cache-constants.js';
import { CPU_CONSTANTS } from './cpu-constants.js';
import { LIFECYCLE_CONSTANTS } from './lifecycle-constants.js';
import { POOLER_CONSTANTS } from './pooler-constants.js';

/**
 * Every constant of the platform's behaviour that is not published or that a user may override, in the order of
 * reports.
 */
export const MODEL = {
  ...LIFECYCLE_CONSTANTS,
  max_connections: {
    schema: wholeNumberSchema(1, 'Connection slots; overrides the size table.'),
    default: undefined,
    source: "platform's size table",
    confidence: 'high',
    matters: { if: 'loaded', once: 'refused' },
  },
  reserved_connections: {
    schema: wholeNumberSchema(0, "Slots kept for the platform's superuser."),
    default: 0,
    source: 'left out unless given; the documentation of 2026 reserves 7, older pages 4',
    confidence: 'medium',
    platform: {
      default: 7,
      source: 'platform documentation, connection pooling, 2026-01-24',
      confidence: 'high',
    },
    matters: { if: 'loaded', once: 'refused' },
    alternatives: { high: '7' },
  },
  memory_per_cu: {
    schema: positive(SIZE, 'RAM of one CU.'),
    default: '4GiB',
    source: "platform's size table; documentation from December 2025 on counts 4GB",
    confidence: 'high',
    platform: {
      default: '4GB',
      source: 'platform documentation, Postgres compatibility, December 2025',
      confidence: 'high',
    },
    matters: { if: 'loaded', once: 'missed_or_refused' },
    alternatives: { low: '4GB' },
  },
  ...CPU_CONSTANTS,
  ...AUTOSCALER_CONSTANTS,
  bill_startup: {
    schema: trueOrFalse('Whether start-up time is billed.'),
    default: false,
    source: 'billing code of the open-source autoscaler agent; that invoices use the same events is inferred',
    confidence: 'medium',
    matters: { if: 'starts', once: 'started' },
    alternatives: { high: 'true' },
  },
  smallest_billed_cu: {
    schema: positive(
      COUNT,
      'Size billed while a compute has .25 CU, or the multiple that covers its vCPU in use; for vendors with smaller sizes.',
    ),
    default: undefined,
    source: 'the size itself',
    confidence: 'high',
    matters: { if: 'loaded', once: 'started' },
  },
  base_memory: {
    schema: quantity(SIZE, 'Memory in use on a compute without connections, excluding shared buffers.'),
    default: '44MiB',
    source:
      'a log of the platform quoted in the tests of its agent shows 143.6 MiB in use on an idle compute, 100 MiB of them added for the kernel',
    confidence: 'low',
    matters: { if: 'loaded', once: 'memory_short' },
  },
  connection_memory: {
    schema: quantity(SIZE, "Memory of a connection's process, at work or not."),
    default: '1.5MiB',
    source:
      'proportional set size of idle backends of PostgreSQL 15, measured after simple queries, a join of catalogues, PL/pgSQL and an index scan: 1.1 to 1.7 MiB; less than 2 MiB by A. Freund, 2020; sessions with many prepared statements or extensions grow, and 10 MB were reported at PGConf.DE 2025',
    confidence: 'medium',
    matters: { if: 'loaded', once: 'memory_short' },
    alternatives: { low: '1.1MiB', high: '10MB' },
  },
  ...CACHE_CONSTANTS,
  ...POOLER_CONSTANTS,
} as const satisfies Readonly<Record<string, ModelConstant>>;

export type ConstantName = keyof typeof MODEL;

/** The feature of a scenario that makes a constant matter. */
export type Relevance = (typeof MODEL)[ConstantName]['matters']['if'];

/** The event in a run that a constant takes part in. */
export type Touch = (typeof MODEL)[ConstantName]['matters']['once'];

type KnownConstant = ModelConstant & {
  readonly matters: { readonly if: Relevance; readonly once: Touch };
};

type Read<Constant extends ModelConstant> =
  | z.output<Constant['schema']>
  | (Constant['default'] extends undefined ? undefined : never);

/**
 * Constants of the platform's behaviour that it has not published, or that a user overrides, in base units;
 * `undefined` for one without a default that is not set. The schemas' descriptions document them.
 */
export type ModelConstants = { readonly [Name in ConstantName]: Read<(typeof MODEL)[Name]> } & {
  /** The source of the defaults. */
  readonly rules: RuleBook;
};

export const CONSTANTS = Object.entries<ModelConstant>(MODEL) as readonly (readonly [
  ConstantName,
  KnownConstant,
])[];

export function constantNamed(name: string): KnownConstant | undefined {
  return CONSTANTS.find(([known]) => known === name)?.[1];
}

export function effectiveDefault(rules: RuleBook, constant: ModelConstant): ConstantDefault {
  return rules === 'platform' ? (constant.platform ?? constant) : constant;
}
