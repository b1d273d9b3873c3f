import type { PolicyParameter } from '../interface/policy-parameter.js';

/** What a wake is worth, in seconds of an idle compute: K/c of ski rental. */
export const WAKE_COST: PolicyParameter = {
  unit: 'seconds',
  default: 60,
  description:
    'What a wake costs (a person who waits, a cold cache), expressed as the time an idle compute runs for the same money.',
  source:
    'assumption: nobody publishes a value; 60 s is the shortest timeout the platform accepts, so whoever chooses that one values a wake at about as much',
  confidence: 'low',
  least: 0,
};
