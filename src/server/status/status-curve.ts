import { figurePanel, seriesLayers } from '../../report/course/course-plot.js';
import { timeAxis } from '../../report/course/time-axis.js';
import { counted, duration, money, number } from '../../report/figures/figure-text.js';
import { drawPlot } from '../../report/forms/plot/draw-plot.js';
import { html } from '../../report/page/markup/markup.js';
import { type TableColumn, table } from '../../report/page/markup/table.js';
import { sheetTime } from '../../report/text/iso-time.js';
import type { UseOverTime } from '../emulator/compute-use.js';
import type { Emulator } from '../emulator/emulator.js';
import { type ComputeChoice, chosenComputes, nameOfCompute, useOf } from './status-view.js';

/** Maximum rows of the table below the drawing. */
const MAX_ROWS = 16;

/** Size and cost of the selected computes since the emulator began: a drawing with a table, as HTML. */
export function statusCurve(emulator: Emulator, choice: ComputeChoice): string {
  const now_ms = emulator.now();
  const chosen = chosenComputes(emulator, choice);
  const use = useOf(emulator, chosen, now_ms);
  const duration_seconds = (now_ms - use.began_ms) / 1000;
  if (use.cu_seconds.length < 2) {
    return html`<p class="note">The curve appears after some emulated time has passed.</p>`.html;
  }
  const [only] = chosen;
  const of =
    chosen.length === 1 && only !== undefined
      ? (nameOfCompute(emulator, only) ?? only.id)
      : counted(chosen.length, 'compute');
  const stretches = stretchesOf(use, duration_seconds);
  const span = {
    start_epoch_seconds: use.began_ms / 1000,
    duration_seconds,
    width_seconds: use.width_ms / 1000,
  };
  const x = timeAxis(span.start_epoch_seconds, [0, duration_seconds]);
  const size = {
    label: `Size, CU (mean of each ${duration(span.width_seconds)}, suspended computes not counted)`,
    text: number,
    colour: 'cu',
    filled: true,
  };
  const cost = {
    label: 'Compute cost so far at list price, US dollars',
    text: money,
    colour: 'cu',
    filled: true,
    largest: true,
  };
  const sizes = stretches.map(({ mean_cu }) => mean_cu);
  const costs = stretches.map(({ cost_so_far_usd }) => cost_so_far_usd);
  return html`${drawPlot({
    id: 'use',
    title: `Size and cost of ${of}`,
    panels: [
      figurePanel(size, x, seriesLayers(size, sizes, span)),
      ...(costs.some(Number.isNaN) ? [] : [figurePanel(cost, x, seriesLayers(cost, costs, span))]),
    ],
  })}<details><summary>As a table</summary>${stretchesTable(use, stretches)}</details>`.html;
}

interface Stretch {
  readonly begins_seconds: number;
  readonly mean_cu: number;
  readonly cost_so_far_usd: number;
}

/** The last stretch may be incomplete: its mean covers only the time that has passed. */
function stretchesOf(
  { width_ms, cu_seconds, cost_usd }: UseOverTime,
  duration_seconds: number,
): readonly Stretch[] {
  const width = width_ms / 1000;
  let cost_so_far_usd = 0;
  return Array.from(cu_seconds, (value, index) => {
    cost_so_far_usd += cost_usd[index]!;
    const begins_seconds = index * width;
    return {
      begins_seconds,
      mean_cu: value / Math.min(width, duration_seconds - begins_seconds),
      cost_so_far_usd,
    };
  });
}

function stretchesTable({ began_ms }: UseOverTime, stretches: readonly Stretch[]) {
  const step = Math.ceil(stretches.length / MAX_ROWS);
  const rows = stretches.filter((_, index) => index % step === 0);
  const from = ({ begins_seconds }: Stretch) => sheetTime(began_ms / 1000, begins_seconds);
  const columns: readonly TableColumn<Stretch>[] = [
    { head: 'From, UTC', cell: from, words: true },
    { head: 'Size, CU', cell: ({ mean_cu }) => number(mean_cu) },
    { head: 'Cost so far', cell: ({ cost_so_far_usd }) => money(cost_so_far_usd) },
  ];
  const isPriced = !stretches.some(({ cost_so_far_usd }) => Number.isNaN(cost_so_far_usd));
  return table('Size and cost over time', columns.slice(0, isPriced ? 3 : 2), rows, { quiet: true });
}
