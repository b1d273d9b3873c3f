/** The policy module in the help of `neap policies`: four CU by day, a longer timeout after a short pause. */
export const POLICY_EXAMPLE = `export const size = {
  name: 'office-hours',
  parameters: { day_cu: { unit: 'cu', default: 4, least: 0.25 } },
  start: () => undefined,
  look(state, { epoch_seconds }, { day_cu }, { min_cu }) {
    const hour = Math.floor(epoch_seconds / 3600) % 24;
    const goal_cu = hour >= 8 && hour < 20 ? day_cu : min_cu;
    return { state, goal_cu, reason: \`hour \${hour} of the day\` };
  },
};

export const suspend = {
  name: 'patient-after-rush',
  start: () => ({ last_idle_seconds: Infinity }),
  idle: (state) => ({
    state,
    suspend_after_seconds: state.last_idle_seconds < 600 ? 1200 : 60,
    resume_after_seconds: Infinity,
    reason: 'as long as the last pause suggests',
  }),
  busy: (_state, { idle_seconds }) => ({ last_idle_seconds: idle_seconds }),
};
`;
