import { durationDistribution } from '../form/distribution-schema.js';
import {
  DURATION,
  DURATION_OR_NEVER,
  numberAboveZero,
  positive,
  quantity,
  RATE,
  SHARE,
} from '../form/quantity-schema.js';
import { section } from '../form/section.js';
import type { PreviewsSpecification } from '../specification/previews-specification.js';
import { BYTE_RATE } from './data-schema.js';

/** Branches that come and go, such as one for each pull request. */
export const previewsSchema = section(
  {
    rate: positive(RATE, 'How many branches are created, such as 40/w.'),
    life: durationDistribution.describe(
      'Until a branch is deleted, as when its pull request is closed; nobody forgets it.',
    ),
    forgotten: quantity(SHARE, 'The part of the branches that nobody ever deletes.').prefault(0),
    ttl: positive(DURATION_OR_NEVER, 'The age at which the platform deletes a branch (expires_at).').prefault(
      'never',
    ),
    since: positive(DURATION, 'How long this has been going on when the month begins.').prefault('180d'),
    compute: section(
      {
        size_cu: numberAboveZero('a size in CU such as 0.25', 'Mean size while active.').prefault(0.25),
        active: quantity(DURATION, 'Active time of the compute of a branch, from its creation on.'),
      },
      'The compute that each branch has.',
    ).optional(),
    written: quantity(BYTE_RATE, 'What is written to each branch.').prefault('10MB/d'),
  },
  'Branches that come and go: how many there are, what they cost and what stale ones do.',
).transform(
  ({ ttl, since, compute, written, ...rest }): PreviewsSpecification => ({
    ...rest,
    ttl_seconds: ttl,
    since_seconds: since,
    compute: compute && { size_cu: compute.size_cu, active_seconds: compute.active },
    written_bytes_per_second: written,
  }),
);
