import type { ChartSpecification } from '../cells/charts.js';
import { axisText, figureText } from '../cells/header-text.js';
import { CANDIDATES, type CandidatePlaces } from './candidates-sheet.js';

/** What candidates cost against how long their queries take. */
export function frontChart({ first, last, cost, against }: CandidatePlaces): ChartSpecification | undefined {
  if (against === undefined) return undefined;
  const cells = (at: number) => ({ sheet: CANDIDATES, column: at, first, last });
  const { figure, column: at, front } = against;
  return {
    kind: 'points',
    title: `Cost against ${figureText(figure)}`,
    x: { name: 'cost of the run', format: '#,##0.00' },
    y: { name: axisText(figure) },
    series: [
      { name: 'candidates', x: cells(cost), y: cells(at) },
      { name: 'Pareto front', x: cells(cost), y: cells(front) },
    ],
  };
}
