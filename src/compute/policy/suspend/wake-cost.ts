import type { PolicyParameter } from '../interface/policy-parameter.js';

/** The value of a wake, in seconds of an idle compute: K/c of ski rental. */
export const WAKE_COST: PolicyParameter = {
  unit: 'seconds',
  default: 60,
  description:
    'The cost of a wake (a waiting user, a cold cache), expressed as the time an idle compute runs for the same money.',
  source:
    'assumption: no published value; 60 s is the shortest timeout the platform accepts, so choosing it values a wake at about as much',
  confidence: 'low',
  least: 0,
};
