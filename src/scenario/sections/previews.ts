import type { z } from 'zod';
import { durationDistribution } from '../form/distribution-schema.js';
import {
  BYTE_RATE,
  DURATION,
  DURATION_OR_NEVER,
  numberAboveZero,
  positive,
  quantity,
  RATE,
  SHARE,
} from '../form/quantity-schema.js';
import { as, record, seconds } from '../form/record.js';

const compute = record(
  {
    size_cu: numberAboveZero('a size in CU such as 0.25', 'Mean size while active.').prefault(0.25),
    active: seconds(quantity(DURATION, 'Active time of the compute of a branch, from its creation.')),
  },
  { description: 'The compute that each branch has.' },
);

export const previews = record(
  {
    rate: positive(RATE, 'How many branches are created, such as 40/w.'),
    life: durationDistribution.describe(
      'Time until a branch is deleted, such as when its pull request is closed; excludes forgotten branches.',
    ),
    forgotten: quantity(SHARE, 'The share of branches that are never deleted by a user.').prefault(0),
    ttl: seconds(
      positive(DURATION_OR_NEVER, 'The age at which the platform deletes a branch (expires_at).').prefault(
        'never',
      ),
    ),
    since: seconds(
      positive(DURATION, 'How long branches have been created before the month begins.').prefault('180d'),
    ),
    compute: compute.optional(),
    written: as(
      'written_bytes_per_second',
      quantity(BYTE_RATE, 'Bytes written to each branch.').prefault('10MB/d'),
    ),
  },
  {
    description: 'Short-lived branches: their number, their cost and that of stale ones.',
  },
);

/** A Poisson stream of branches: the rate is per second, and a branch without a time to live has `Infinity`. */
export interface PreviewsSpecification extends z.output<typeof previews> {}
