import type { Calibration } from './calibration-report.js';
import { demandJson } from './demand-parts.js';

export function calibrationJson({ laws, constants, demands, confidence, replays, warnings }: Calibration) {
  return {
    confidence,
    laws: laws.map(({ distribution, figures, believed, ...law }) => ({
      ...law,
      believed_quantile: believed ?? null,
      figures: figures.map(({ name, value, low, high }) => ({
        figure: name,
        value_ms: value * 1000,
        low_ms: low * 1000,
        high_ms: high * 1000,
      })),
      fitted: distribution !== undefined,
    })),
    constants: constants.map(({ constant, written: value, source }) => ({
      constant: `model.${constant}`,
      value,
      confidence: 'measured',
      source,
    })),
    demands: demands.map(demandJson),
    replays,
    warnings,
  };
}
