import type { PageData } from '../recorded/page-data.js';
import { beginPage } from './begin-page.js';
import { DecisionList } from './decision-log.js';
import { decisionRows } from './decision-rows.js';
import { byId } from './element.js';
import { TimelineCurves } from './timeline.js';
import { TimelineControls } from './timeline-controls.js';
import type { Lane } from './timeline-lane.js';
import { intervalText, showTimelineTable } from './timeline-table.js';

const HINT = 'Point at the curves to read their values.';

/** Brings the page to life. */
function begin(): void {
  const data = JSON.parse(byId('page-data', HTMLScriptElement).textContent ?? '') as PageData;
  const rows = decisionRows(data.decisions);
  const curves = curvesWithTheirs(data, rows, new DecisionList(rows, data.start_epoch_seconds));
  const paper = matchMedia('print');
  paper.addEventListener('change', () => curves?.print(paper.matches));
  addEventListener('beforeprint', () => curves?.print(true));
  addEventListener('afterprint', () => curves?.print(false));
  beginPage(() => curves?.recolour());
}

/** The curves with what belongs to them: the line of values, the table, the controls. */
function curvesWithTheirs(
  data: PageData,
  rows: ReturnType<typeof decisionRows>,
  log: DecisionList,
): TimelineCurves | undefined {
  const { timeline } = data;
  if ((timeline.lanes[0]?.arrived.length ?? 0) === 0) return undefined;
  const readout = byId('readout', HTMLParagraphElement);
  const details = byId('timeline-details', HTMLDetailsElement);
  let controls: TimelineControls | undefined;
  const start = data.start_epoch_seconds;
  let refresh = (): void => undefined;
  readout.textContent = HINT;
  const curves = new TimelineCurves(data, timeline, rows, {
    view(stretch, lane: Lane) {
      refresh = () => showTimelineTable(lane, start + stretch.from_seconds, start + stretch.to_seconds);
      if (details.open) refresh();
      log.view(stretch);
    },
    point(index, lane) {
      readout.textContent = index === null ? HINT : intervalText(lane, index);
      controls?.at(index);
    },
  });
  details.addEventListener('toggle', () => {
    if (details.open) refresh();
  });
  controls = new TimelineControls(curves);
  return curves;
}

begin();
