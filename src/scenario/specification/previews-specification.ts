import type { Distribution } from '../../kernel/distribution.js';

/** Branches that come and go: a Poisson stream of them, each with a life of its own. */
export interface PreviewsSpecification {
  /** Branches created a second. */
  readonly rate: number;
  /** Of those that somebody deletes, in seconds. */
  readonly life: Distribution;
  /** The part that nobody does, in [0, 1]. */
  readonly forgotten: number;
  /** Infinity for never. */
  readonly ttl_seconds: number;
  /** How long branches have been created when the month begins. */
  readonly since_seconds: number;
  readonly compute: { readonly size_cu: number; readonly active_seconds: number } | undefined;
  readonly written_bytes_per_second: number;
}
