import type { PageData } from '../recorded/page-data.js';
import { keepInAddress, stretchOfAddress } from './address.js';
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
  beginPage(() => curves?.recolour());
}

/** The curves with what belongs to them, in place of the drawing: the line of values, the table, the controls. */
function curvesWithTheirs(
  data: PageData,
  rows: ReturnType<typeof decisionRows>,
  log: DecisionList,
): TimelineCurves | undefined {
  const { timeline, duration_seconds: whole } = data;
  if ((timeline.lanes[0]?.arrived.length ?? 0) === 0) return undefined;
  byId('curves-live', HTMLDivElement).hidden = false;
  document.documentElement.dataset['live'] = 'yes';
  const readout = byId('readout', HTMLParagraphElement);
  const details = byId('timeline-details', HTMLDetailsElement);
  let controls: TimelineControls | undefined;
  const start = data.start_epoch_seconds;
  let refresh = (): void => undefined;
  readout.textContent = HINT;
  const asked = stretchOfAddress();
  const worst = document.getElementById('worst');
  const moment = worst === null ? undefined : Number(worst.dataset['seconds']);
  const curves = new TimelineCurves(
    data,
    rows,
    {
      view({ from_seconds: from, to_seconds: to }, lane: Lane) {
        refresh = () => showTimelineTable(lane, start + from, start + to);
        if (details.open) refresh();
        log.view({ from_seconds: from, to_seconds: to });
        keepInAddress(from, to, from <= 0 && to >= whole);
      },
      point(index, lane) {
        readout.textContent = index === null ? HINT : intervalText(lane, index);
        controls?.at(index);
      },
      ask: (seconds) => log.show(seconds),
    },
    moment,
  );
  if (asked !== undefined) curves.zoom(start + asked[0], start + asked[1]);
  worst?.addEventListener('click', (event) => {
    event.preventDefault();
    // It is one of the first replication.
    if (curves.lane.bands !== undefined) curves.show(0);
    const wide = Math.max(whole / 50, 20 * timeline.width_seconds);
    curves.zoom(start + moment! - wide / 2, start + moment! + wide / 2);
    byId('curves', HTMLDivElement).scrollIntoView({ block: 'nearest' });
  });
  details.addEventListener('toggle', () => {
    if (details.open) refresh();
  });
  controls = new TimelineControls(curves);
  return curves;
}

begin();
