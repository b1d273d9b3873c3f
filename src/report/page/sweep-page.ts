import type { Sweep } from '../../planner/compare/sweep.js';
import type { SourcedVariant } from '../../planner/runs/scenario-source.js';
import { candidatesOfSweep } from '../figures/candidates-of.js';
import { sweepRemarks, sweepVerdict } from '../verdict/sweep-verdict.js';
import { candidatesPage } from './candidates-page.js';
import type { Judged } from './sections/candidates/candidate-view.js';

/** The web page of a sweep. @param base the scenario as it stands, without what is varied */
export function sweepPage(sweep: Sweep, base: SourcedVariant, command: string): string {
  const remarks = sweepRemarks(sweep);
  const candidates = candidatesOfSweep(sweep);
  const list = candidates.list.map((candidate, index) => {
    return { ...candidate, remark: remarks.get(sweep.rows[index]!) ?? candidate.remark };
  });
  const best = ({ views }: Judged) => views.find(({ candidate }) => candidate.remark === 'best');
  return candidatesPage({
    verdict: sweepVerdict(sweep, base),
    candidates: { ...candidates, list },
    path: (candidate, name) => `rows.${candidate}.figures.${name}.mean`,
    axes: sweep.axes,
    best,
    beside: () => [],
    of: { variant: base, command },
  });
}
