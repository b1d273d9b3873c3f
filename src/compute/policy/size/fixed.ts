import { reasonFigure } from '../interface/reason-words.js';
import type { SizePolicy } from '../interface/size-policy.js';

export const fixedSize: SizePolicy<undefined> = {
  name: 'fixed',
  description: 'Stays at one size, whatever the load.',
  source: 'a fixed size of the platform: minimum equal to maximum',
  parameters: {
    size_cu: {
      unit: 'cu',
      default: 0,
      description: 'The size; 0 means the maximum of the compute.',
      source: 'a fixed compute is charged for the largest size it is to reach',
      confidence: 'high',
      least: 0,
      most: 56,
    },
  },
  foresight: false,
  start: () => undefined,
  look(state, _look, values, { max_cu }) {
    const size_cu = values['size_cu'];
    return size_cu === 0
      ? { state, goal_cu: max_cu, reason: `fixed at the maximum of ${reasonFigure(max_cu)} CU` }
      : { state, goal_cu: size_cu, reason: `fixed at ${reasonFigure(size_cu)} CU` };
  },
};
