import { type AgentConfiguration, SHIPPED_AGENT } from '../../agent/configuration.js';
import { goalOfParts, type ScalingGoal, type SystemMetrics } from '../../agent/goal.js';
import { type LfcGoal, lfcGoal, PROJECTION_MINUTES, workingSetGoal } from '../../agent/lfc-goal.js';
import { gibibytes, reasonFigure } from '../interface/reason-words.js';
import type { SizePolicy } from '../interface/size-policy.js';

/** The goal of the latest series, cached because the agent looks several times at each. */
let seen: {
  readonly series: ArrayLike<number>;
  readonly agent: AgentConfiguration;
  readonly goal: LfcGoal | undefined;
} = { series: [], agent: SHIPPED_AGENT, goal: undefined };

/**
 * The goal of the platform's agent: the greatest demand of load average, memory and working set, in units of a quarter
 * of a CU. It is configured by the agent's settings in the context, not by policy parameters.
 */
export const agentSize: SizePolicy<undefined> = {
  name: 'agent',
  description:
    "The platform's own agent: the greatest demand of load average, memory in use and working set of the cache. Its settings are those of the agent.",
  source: 'pkg/agent/core/goalcu.go of neondatabase/autoscaling, 2025-09',
  parameters: {},
  foresight: false,
  start: () => undefined,
  look(state, look, _values, { agent }) {
    const goal = agentGoal(look, look.working_set_pages, agent);
    return {
      state,
      goal_cu: (goal.units * agent.unit.milli_cpu) / 1000,
      // Formatted on request: of hundreds of looks, one leads to a resize.
      get reason() {
        return agentReason(goal, look);
      },
      detail: goal,
    };
  },
};

/** The goal of {@link agentSize} alone. @param series `undefined` until the working set is fetched */
export function agentGoal(
  metrics: SystemMetrics,
  series: ArrayLike<number> | undefined,
  agent: AgentConfiguration,
): ScalingGoal {
  const workingSet = series === undefined ? undefined : goalOfSeries(series, agent);
  return goalOfParts(agent.scaling, agent.unit, metrics, series !== undefined, workingSet);
}

/** The highest goal of {@link agentSize} for a series of the working set. @param most_pages no value of it is above */
export function highestAgentGoal(
  metrics: SystemMetrics,
  most_pages: number,
  { scaling, unit }: AgentConfiguration,
): ScalingGoal {
  const projected = most_pages * (1 + PROJECTION_MINUTES);
  return goalOfParts(scaling, unit, metrics, true, workingSetGoal(scaling, unit, most_pages, projected));
}

function goalOfSeries(series: ArrayLike<number>, agent: AgentConfiguration): LfcGoal | undefined {
  if (seen.series !== series || seen.agent !== agent) {
    seen = { series, agent, goal: lfcGoal(agent.scaling, agent.unit, { working_set_pages: series }) };
  }
  return seen.goal;
}

/** The reason for a goal, in words. */
export function agentReason(goal: ScalingGoal, look: SystemMetrics): string {
  const asked = `${goal.units} ${goal.units === 1 ? 'unit' : 'units'}`;
  switch (goal.winner) {
    case 'cpu':
      return `CPU: ${loads(look)} ask for ${asked}`;
    case 'memory':
      return `memory: ${gibibytes(look.memory_usage_bytes)} in use and ${gibibytes(look.memory_cached_bytes)} cached ask for ${asked}`;
    case 'lfc':
      return `working set: ${gibibytes(goal.working_set?.bytes ?? 0)} asks for ${asked}`;
    default:
      return `nothing asks for a unit: ${loads(look)}`;
  }
}

function loads(look: SystemMetrics): string {
  return `load averages ${reasonFigure(look.load_average_1m)} and ${reasonFigure(look.load_average_5m)}`;
}
