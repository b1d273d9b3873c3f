import fc from 'fast-check';
import { isAlwaysActive } from '../../compute/lifecycle/suspend-timeout.js';
import type { RuleBook } from '../../compute/rule-book.js';
import { checkArguments } from '../arguments/arguments.js';
import { type ArbitraryLimits, allowedSizes, suspendTimeouts } from './compute-arbitrary.js';
import { type JsonMapping, millisecondsText } from './distribution-arbitrary.js';

/** An event before the settings at its time are known. */
interface EventDraft {
  readonly at_ms: number;
  readonly compute: number;
  readonly verb: 'minimum' | 'maximum' | 'both' | 'timeout' | 'restart' | 'start' | 'suspend';
  /** Selects one of the sizes allowed at that time. */
  readonly choice: number;
  readonly timeout: number;
}

/**
 * The `events` section of a scenario document: restarts, starts, suspends, and updates after which every compute has
 * settings that its plan allows. Computes that are always active keep their size and timeout.
 * @param computes the `computes` section that the events refer to
 */
export function eventDocuments(
  computes: readonly JsonMapping[],
  scenario: {
    readonly plan: string;
    readonly rules?: RuleBook;
    readonly duration_seconds: number;
    readonly most?: number;
  },
): fc.Arbitrary<readonly JsonMapping[]> {
  checkArguments('eventDocuments', { compute_documents: computes, scenario });
  const draft: fc.Arbitrary<EventDraft> = fc.record({
    at_ms: fc.integer({ min: 0, max: Math.floor(scenario.duration_seconds * 1000) - 1 }),
    compute: fc.nat({ max: computes.length - 1 }),
    verb: fc.constantFrom('minimum', 'maximum', 'both', 'timeout', 'restart', 'start', 'suspend'),
    choice: fc.nat({ max: 1000 }),
    timeout: suspendTimeouts(scenario.plan),
  });
  const sizes = allowedSizes(scenario.plan, scenario.rules).filter((size) => !isAlwaysActive(size));
  return fc.array(draft, { maxLength: scenario.most ?? 6 }).map((drafts) => {
    const settings = computes.map(sizeOf);
    return drafts
      .toSorted((a, b) => a.at_ms - b.at_ms)
      .flatMap((event) => {
        const written = eventDocument(event, computes[event.compute]!, settings[event.compute]!, sizes);
        if (written?.size !== undefined) settings[event.compute] = written.size;
        return written === undefined ? [] : [written.event];
      });
  });
}

function eventDocument(
  draft: EventDraft,
  compute: JsonMapping,
  now: ArbitraryLimits,
  sizes: readonly ArbitraryLimits[],
): { readonly event: JsonMapping; readonly size?: ArbitraryLimits } | undefined {
  const name = compute['name'] ?? null;
  const at = millisecondsText(draft.at_ms);
  const { verb } = draft;
  if (verb === 'restart' || verb === 'start' || verb === 'suspend') return { event: { at, [verb]: name } };
  if (isAlwaysActive(now)) return undefined;
  if (verb === 'timeout') {
    // A timer rules out a timeout of -1 from the start; an update follows the same rule.
    const timeout = compute['suspend_timer'] !== undefined && draft.timeout === -1 ? 0 : draft.timeout;
    return { event: { at, update: name, set: { suspend_timeout_seconds: timeout } } };
  }
  const candidates = sizes.filter(
    (size) =>
      (verb !== 'maximum' || size.autoscaling_limit_min_cu === now.autoscaling_limit_min_cu) &&
      (verb !== 'minimum' || size.autoscaling_limit_max_cu === now.autoscaling_limit_max_cu),
  );
  const size = candidates[draft.choice % candidates.length]!;
  const set: JsonMapping =
    verb === 'minimum'
      ? { autoscaling_limit_min_cu: size.autoscaling_limit_min_cu }
      : verb === 'maximum'
        ? { autoscaling_limit_max_cu: size.autoscaling_limit_max_cu }
        : { ...size };
  return { event: { at, update: name, set }, size };
}

function sizeOf(compute: JsonMapping): ArbitraryLimits {
  return {
    autoscaling_limit_min_cu: Number(compute['autoscaling_limit_min_cu']),
    autoscaling_limit_max_cu: Number(compute['autoscaling_limit_max_cu']),
  };
}
