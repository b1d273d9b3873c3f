import type { SizePolicy } from './interface/size-policy.js';
import { agentSize } from './size/agent.js';
import { fixedSize } from './size/fixed.js';
import { holtWintersSize } from './size/holt-winters.js';
import { movingWindowSize } from './size/moving-window.js';
import { oracleSize } from './size/oracle.js';
import { percentileSize } from './size/percentile.js';
import { provisionedSize } from './size/provisioned.js';
import { stepPercentSize } from './size/step-percent.js';
import { targetTrackingSize } from './size/target-tracking.js';

/** The built-in size policies, the default first. */
export const SIZE_POLICIES: readonly SizePolicy[] = [
  agentSize,
  fixedSize,
  targetTrackingSize,
  stepPercentSize,
  percentileSize,
  movingWindowSize,
  holtWintersSize,
  provisionedSize,
  oracleSize,
];

/** The policy of a compute that selects none: the platform's agent. */
export const DEFAULT_SIZE_POLICY: SizePolicy = agentSize;
