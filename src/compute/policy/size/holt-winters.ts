import { normalQuantile } from '../../../kernel/functions/normal.js';
import { DAY_SECONDS } from '../../../kernel/units.js';
import {
  continueHoltWinters,
  forecastHoltWinters,
  type HoltWinters,
  initializeHoltWinters,
  type Smoothing,
} from '../../../statistics/holt-winters.js';
import type { PolicyParameter, PolicyParameters, PolicyValues } from '../interface/policy-parameter.js';
import { gibibytes, reasonFigure, reasonPercentage } from '../interface/reason-words.js';
import type { SizeLook, SizePolicy } from '../interface/size-policy.js';
import { cpuNeed, memoryNeedCu } from './present-need.js';
import { addToWindow, greatest, type WindowMaximum } from './window-maximum.js';

const PARAMETERS: PolicyParameters = {
  season_days: {
    unit: 'number',
    default: 1,
    description: 'Days after which the load recurs: 1 daily, 7 weekly. A forecast needs two seasons.',
    source: 'choice: a run of a week has seven days and no second week',
    confidence: 'low',
    least: 1,
    most: 7,
  },
  interval_seconds: {
    unit: 'seconds',
    default: 900,
    description: 'Length of the intervals whose mean is forecast; the season is rounded to whole ones.',
    source: 'choice: short enough to follow a morning, long enough that a mean says something',
    confidence: 'low',
    least: 60,
    most: 21_600,
  },
  level_smoothing: smoothing(0.2, 'level'),
  trend_smoothing: smoothing(0.01, 'trend'),
  season_smoothing: smoothing(0.2, 'season'),
  quantile: {
    unit: 'share',
    default: 0.95,
    description: 'Quantile of the forecast that is served, by the errors of the forecasts so far.',
    source: 'choice: one interval in twenty is left to the reaction',
    confidence: 'low',
    least: 0.5,
    most: 0.9999,
  },
  target_utilisation: {
    unit: 'share',
    default: 0.7,
    description: 'Share of the size that the CPU demand is to take.',
    source: 'as target_tracking, which is the same without a forecast',
    confidence: 'low',
    least: 0.05,
    most: 0.95,
  },
  scale_down_seconds: {
    unit: 'seconds',
    default: 60,
    description: 'How long a past need is still served if no more is expected.',
    source: 'as target_tracking, which is the same without a forecast',
    confidence: 'low',
    least: 0,
  },
};

/** The forecast series: means of intervals. */
export interface ForecastState {
  /** When it last looked; `undefined` before the first look. */
  readonly looked_at_seconds: number | undefined;
  /** Number of the interval of the last look. */
  readonly interval: number;
  /** Observed seconds of the current interval, and the integral of needed CPU over them. */
  readonly seconds: number;
  readonly vcpu_seconds: number;
  readonly learnt: Learnt;
  /** Forecast for the current and the next interval, in vCPU; 0 without a forecast. */
  readonly expected_vcpu: number;
  /** Recent CPU needs, in vCPU. */
  readonly wanted: WindowMaximum;
}

/** The first two seasons, or the fitted series and the errors of its forecasts. */
type Learnt =
  | { readonly seasons: readonly number[] }
  | { readonly model: HoltWinters; readonly squared_error: number };

/**
 * Sizes a compute ahead of recurring load: by Holt–Winters forecasts of the mean CPU demand of the current and the next
 * interval, at a quantile of their errors. The size never falls below the need of the last minute, as predictive
 * scaling is combined with a reactive rule for unforeseen load.
 *
 * The CPU need is the greater of load average and vCPU in use. Intervals without a look are ignored: the compute was
 * suspended. Memory is sized for current use.
 */
export const holtWintersSize: SizePolicy<ForecastState> = {
  name: 'holt_winters',
  description:
    'Forecasts the CPU demand of the next interval from its level, trend and season, and is sized for it ahead of time; never below what has been wanted in the last minute, which alone counts for the first two seasons.',
  source:
    'triple exponential smoothing: Holt, 1957, and Winters, Management Science 6, 1960; for the size, as predictive scaling by seasonal forecasts',
  parameters: PARAMETERS,
  foresight: false,
  // Suspends and restarts keep the state.
  start: (_values, _context, before) =>
    before ?? {
      looked_at_seconds: undefined,
      interval: 0,
      seconds: 0,
      vcpu_seconds: 0,
      learnt: { seasons: [] },
      expected_vcpu: 0,
      wanted: [],
    },
  look(before, look, values, context) {
    const need = cpuNeed(look);
    const hold = Math.max(context.metrics_interval_seconds, values['scale_down_seconds']);
    const wanted = addToWindow(before.wanted, look.now_seconds, need, hold);
    const state = { ...observe(before, look, need, values, context.metrics_interval_seconds), wanted };
    const target = values['target_utilisation'];
    const vcpu = Math.max(state.expected_vcpu, greatest(wanted));
    const cpu_cu = vcpu / target;
    const memory_cu = memoryNeedCu(look, context);
    return {
      state,
      goal_cu: Math.max(cpu_cu, memory_cu),
      // Formatted on request: of hundreds of looks, one leads to a resize.
      get reason() {
        if (memory_cu > cpu_cu) return `memory: ${gibibytes(look.memory_usage_bytes)} in use`;
        const whence = state.expected_vcpu === vcpu ? 'expected' : 'wanted lately';
        return `CPU: ${reasonFigure(vcpu)} vCPU ${whence}, at ${reasonPercentage(target)} use`;
      },
    };
  },
};

function observe(
  before: ForecastState,
  { now_seconds: now }: SizeLook,
  need: number,
  values: PolicyValues,
  metrics_interval_seconds: number,
): Omit<ForecastState, 'wanted'> {
  const interval = Math.floor(now / values['interval_seconds']);
  const looked = before.looked_at_seconds;
  const weight = Math.min(metrics_interval_seconds, now - (looked ?? now - metrics_interval_seconds));
  if (looked === undefined || interval === before.interval) {
    return {
      ...before,
      looked_at_seconds: now,
      interval,
      seconds: before.seconds + weight,
      vcpu_seconds: before.vcpu_seconds + weight * need,
    };
  }
  const mean = before.seconds > 0 ? before.vcpu_seconds / before.seconds : need;
  let learnt = addInterval(before.learnt, mean, values);
  for (let missed = before.interval + 1; missed < interval; missed++) learnt = addInterval(learnt, 0, values);
  return {
    looked_at_seconds: now,
    interval,
    seconds: weight,
    vcpu_seconds: weight * need,
    learnt,
    expected_vcpu: expectedVcpu(learnt, values),
  };
}

function addInterval(learnt: Learnt, mean: number, values: PolicyValues): Learnt {
  if ('model' in learnt) {
    const { model } = learnt;
    const error = mean - forecastHoltWinters(model, 1);
    // An average over about one season.
    const share = 2 / (model.seasonals.length + 1);
    return {
      model: continueHoltWinters(model, mean, smoothingOf(values)),
      squared_error: learnt.squared_error + share * (error * error - learnt.squared_error),
    };
  }
  const seasons = [...learnt.seasons, mean];
  if (seasons.length < 2 * seasonLength(values)) return { seasons };
  const model = initializeHoltWinters(seasons);
  return { model, squared_error: meanSquaredError(model, seasons) };
}

/** Mean squared deviation of the first two seasons from the line and season fitted to them. */
function meanSquaredError(model: HoltWinters, seasons: readonly number[]): number {
  const sum = seasons.reduce((total, value, index) => {
    const error = value - forecastHoltWinters(model, index + 1) + seasons.length * model.trend;
    return total + error * error;
  }, 0);
  return sum / seasons.length;
}

function expectedVcpu(learnt: Learnt, values: PolicyValues): number {
  if (!('model' in learnt)) return 0;
  const { model, squared_error } = learnt;
  const margin = normalQuantile(values['quantile']) * Math.sqrt(squared_error);
  const highest = Math.max(forecastHoltWinters(model, 1), forecastHoltWinters(model, 2));
  return Math.max(0, highest + margin);
}

function seasonLength(values: PolicyValues): number {
  return Math.max(1, Math.round((values['season_days'] * DAY_SECONDS) / values['interval_seconds']));
}

function smoothingOf(values: PolicyValues): Smoothing {
  return {
    level: values['level_smoothing'],
    trend: values['trend_smoothing'],
    season: values['season_smoothing'],
  };
}

function smoothing(value: number, of: string): PolicyParameter {
  return {
    unit: 'share',
    default: value,
    description: `Weight of the newest interval for the ${of}.`,
    source: 'assumption: of the size usual for series of hours and days; not fitted to the load',
    confidence: 'low',
    least: 0,
    most: 1,
  };
}
