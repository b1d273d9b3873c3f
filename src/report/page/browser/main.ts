import type { PackedTimeline, PageData } from '../page-data.js';
import { DecisionLog } from './decision-log.js';
import { decisionRows } from './decision-rows.js';
import { byId } from './element.js';
import { followTheme } from './theme.js';
import { TimelineCurves } from './timeline.js';
import { TimelineControls } from './timeline-controls.js';
import type { Lane } from './timeline-lane.js';
import { intervalText, showTimelineTable } from './timeline-table.js';
import { showTips } from './tooltip.js';

const HINT = 'Point at the curves to read their values.';

/** Brings the page to life. */
function begin(): void {
  const data = JSON.parse(byId('page-data', HTMLScriptElement).textContent ?? '') as PageData;
  showTips();
  const rows = data.decisions === undefined ? [] : decisionRows(data.decisions);
  const log = data.decisions === undefined ? undefined : new DecisionLog(rows, data.start_epoch_seconds);
  const curves = data.timeline === undefined ? undefined : curvesWithTheirs(data, data.timeline, rows, log);
  followTheme(() => curves?.recolour());
  const paper = matchMedia('print');
  paper.addEventListener('change', () => curves?.print(paper.matches));
  addEventListener('beforeprint', () => curves?.print(true));
  addEventListener('afterprint', () => curves?.print(false));
  stopOnlyWhereScrolled();
  document.documentElement.dataset['ready'] = 'yes';
}

/** The curves with what belongs to them: the line of values, the table, the controls. */
function curvesWithTheirs(
  data: PageData,
  timeline: PackedTimeline,
  rows: ReturnType<typeof decisionRows>,
  log: DecisionLog | undefined,
): TimelineCurves | undefined {
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
      log?.view(stretch);
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

/** The Tab key stops at a table only where there is something to scroll. */
function stopOnlyWhereScrolled(): void {
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const scrolled = target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight;
      if (scrolled) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const place of document.querySelectorAll('.scroll, pre')) watch.observe(place);
}

begin();
