import type { SourcedVariant } from '../../planner/scenario-source.js';
import type { Sweep } from '../../planner/sweep.js';
import { candidatesOfSweep } from '../candidates-of.js';
import { candidatesPage } from './candidates-page.js';

/** The web page of a sweep. @param base the scenario as it stands, without what is varied */
export function sweepPage(sweep: Sweep, { scenario, source }: SourcedVariant, command: string): string {
  return candidatesPage({
    candidates: candidatesOfSweep(sweep),
    path: (candidate, name) => `rows.${candidate}.figures.${name}.mean`,
    assumptions: scenario.assumptions,
    source: { files: source === undefined ? [] : [{ name: source.file, text: source.text }], command },
  });
}
