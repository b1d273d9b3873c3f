import type { Sweep } from '../../planner/compare/sweep.js';
import type { SourcedVariant } from '../../planner/runs/scenario-source.js';
import { candidatesOfSweep } from '../figures/candidates-of.js';
import { candidatesPage } from './candidates-page.js';

/** The web page of a sweep. @param base the scenario as it stands, without what is varied */
export function sweepPage(sweep: Sweep, base: SourcedVariant, command: string): string {
  return candidatesPage({
    candidates: candidatesOfSweep(sweep),
    path: (candidate, name) => `rows.${candidate}.figures.${name}.mean`,
    variants: [base],
    command,
  });
}
