// A size policy and a suspension policy of one's own; office-hours.yaml names this file.
//
//   neap run examples/office-hours.yaml

/** @param {number} epoch_seconds */
function isDay(epoch_seconds) {
  const hour = Math.floor(epoch_seconds / 3600) % 24;
  return hour >= 8 && hour < 20;
}

/** @type {import('neap/policy').SizePolicy<undefined>} */
export const size = {
  name: 'office_hours',
  description: 'A floor by day, the minimum at night; more wherever the load average asks for it.',
  source: 'example',
  parameters: {
    floor_cu: {
      unit: 'cu',
      default: 1,
      description: 'The least size by day.',
      source: 'example',
      confidence: 'low',
      least: 0.25,
    },
  },
  foresight: false,
  start: () => undefined,
  look(state, { epoch_seconds, load_average_1m }, values, { min_cu }) {
    const floor_cu = isDay(epoch_seconds) ? (values['floor_cu'] ?? 1) : min_cu;
    const goal_cu = Math.max(floor_cu, load_average_1m / 0.9);
    return { state, goal_cu, reason: goal_cu > floor_cu ? 'load' : 'time of day' };
  },
};

/** @type {import('neap/policy').SuspendPolicy<undefined>} */
export const suspend = {
  name: 'office_hours',
  description: 'Active all day, suspended after a minute at night.',
  source: 'example',
  parameters: {},
  foresight: false,
  randomised: false,
  start: () => undefined,
  idle(state, { epoch_seconds }) {
    const day = isDay(epoch_seconds);
    return {
      state,
      suspend_after_seconds: day ? 3600 : 60,
      resume_after_seconds: Number.POSITIVE_INFINITY,
      reason: day ? 'day' : 'night',
    };
  },
  busy: (state) => state,
};
