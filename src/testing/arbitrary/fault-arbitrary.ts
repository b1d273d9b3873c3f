import fc from 'fast-check';
import type { Fault } from '../../scenario/scenario.js';
import { checkArguments } from '../arguments/arguments.js';
import {
  durationDistributions,
  type Json,
  type JsonMapping,
  millisecondsText,
} from './distribution-arbitrary.js';

interface FaultDraft {
  readonly kind: Fault['kind'];
  readonly at_ms: number;
  readonly for_ms: number;
  readonly compute: string;
  /** Whether slow wakes affect every compute. */
  readonly all: boolean;
  readonly latency: Json;
}

/**
 * The `faults` section of a scenario document: empty in two of three scenarios, otherwise a few of any kind, within the
 * run and without overlap.
 * @param computes names of the computes
 * @param most maximum number of faults
 */
export function faultDocuments(
  computes: readonly string[],
  duration_seconds: number,
  most = 3,
): fc.Arbitrary<readonly JsonMapping[]> {
  checkArguments('faultDocuments', { computes, duration_seconds, most });
  const duration_ms = Math.floor(duration_seconds * 1000);
  const draft: fc.Arbitrary<FaultDraft> = fc.record({
    kind: fc.constantFrom(
      'crash',
      'slow_wakes',
      'control_plane_outage',
      'zone_loss',
      'no_upscale',
      'stuck_operation',
    ),
    at_ms: fc.integer({ min: 0, max: duration_ms - 2 }),
    for_ms: fc.integer({ min: 1, max: Math.max(1, Math.floor(duration_ms / 4)) }),
    compute: fc.constantFrom(...computes),
    all: fc.boolean(),
    latency: durationDistributions(10_000),
  });
  const some = fc.array(draft, { maxLength: most }).map((drafts) => {
    const kept: FaultDraft[] = [];
    for (const { for_ms, ...fault } of drafts.toSorted((a, b) => a.at_ms - b.at_ms)) {
      const within = { ...fault, for_ms: Math.min(for_ms, duration_ms - 1 - fault.at_ms) };
      if (!kept.some((earlier) => overlap(earlier, within))) kept.push(within);
    }
    return kept.map(faultDocument);
  });
  return fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: some });
}

/** Whether two faults of one kind would overlap at a compute; a millisecond is enough to separate them. */
function overlap(earlier: FaultDraft, later: FaultDraft): boolean {
  const everywhere =
    earlier.kind === 'control_plane_outage' || (earlier.kind === 'slow_wakes' && (earlier.all || later.all));
  return (
    earlier.kind === later.kind &&
    (everywhere || earlier.compute === later.compute) &&
    later.at_ms <= earlier.at_ms + earlier.for_ms
  );
}

function faultDocument({ kind, at_ms, for_ms, compute, all, latency }: FaultDraft): JsonMapping {
  const time = { at: millisecondsText(at_ms), for: millisecondsText(for_ms) };
  if (kind === 'control_plane_outage') return { ...time, [kind]: true };
  if (kind === 'slow_wakes') return { ...time, [kind]: all ? 'all' : compute, latency };
  return { ...time, [kind]: compute };
}
