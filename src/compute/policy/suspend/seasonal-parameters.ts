import type { PolicyParameter, PolicyParameters } from '../policy-parameter.js';

const GUESS = 'a guess: the published abstract and patents describe the rule without its values';

/** The parameters of the seasonal policy. */
export const SEASONAL_PARAMETERS: PolicyParameters = {
  history_days: guess('number', 28, 'Days of logins remembered; at least one season is.', 1, 366),
  season_days: {
    unit: 'number',
    default: 1,
    description: 'After how many days logins recur: 1 daily, 7 weekly (weekends differ from weekdays).',
    source: 'published: a daily or weekly season; which of them suits is the choice of whoever runs it',
    confidence: 'medium',
    least: 1,
    most: 7,
  },
  window_seconds: guess(
    'seconds',
    25_200,
    'Width of the sliding window in which logins are counted.',
    60,
    604_800,
  ),
  slide_seconds: guess(
    'seconds',
    300,
    'By how much the window slides; logins are remembered, and plans made, once in so long.',
    60,
    86_400,
  ),
  least_login_share: guess(
    'share',
    0.1,
    'Share of the past seasons that must have had a login in a window for logins to be expected in it.',
    0,
    1,
  ),
  logical_pause_seconds: guess(
    'seconds',
    25_200,
    'A login expected within so long keeps the compute; a compute without history stays so long before it suspends. Unlike in the paper that is paid for.',
    0,
  ),
  lead_seconds: guess('seconds', 300, 'How long before an expected login the compute is resumed.', 0),
  least_idle_seconds: {
    unit: 'seconds',
    default: 60,
    description:
      'Shorter pauses do not count as idle: the compute is not suspended before, nor is the query that ends one a login.',
    source: 'choice: the shortest timeout the platform accepts',
    confidence: 'low',
    least: 0,
  },
  least_history_days: {
    unit: 'number',
    default: 3,
    description: 'Days of history before logins are predicted from it.',
    source: 'choice: few enough that a run of a week shows the policy at work',
    confidence: 'low',
    least: 0,
  },
};

function guess(
  unit: PolicyParameter['unit'],
  value: number,
  description: string,
  least: number,
  most?: number,
): PolicyParameter {
  const parameter = { unit, default: value, description, source: GUESS, confidence: 'low', least } as const;
  return most === undefined ? parameter : { ...parameter, most };
}
