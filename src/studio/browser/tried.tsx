import type { Mark, Plot } from '../../report/document/plot.js';
import { milliseconds, money, percent } from '../../report/figures/figure-text.js';
import { drawPlot } from '../../report/forms/plot/draw-plot.js';
import type { Controls, PointFigures, VendorControl, WhatIf } from '../worker/question.js';
import { Made } from './answer.js';
import { timeoutText } from './controls.js';
import { changedPart } from './editor.js';
import { sizeText } from './size-slider.js';

/** Maximum length of a quoted change of the text, in characters. */
const MAX_WORDS = 60;

/** A simulated setting. */
export interface Tried {
  readonly text: string;
  readonly whatIf: WhatIf;
  /** Its description. */
  readonly name: string;
  readonly figures: PointFigures;
}

export function isSetting(one: Tried, text: string, { load_factor, without }: WhatIf): boolean {
  return (
    one.text === text &&
    one.whatIf.load_factor === load_factor &&
    one.whatIf.without.join() === without.join()
  );
}

/** A description of a setting, with the change of the text if another setting has the same description. */
export function settingName(
  { computes, plan, vendor }: Controls,
  text: string,
  { load_factor, without }: WhatIf,
  others: readonly Tried[],
): string {
  const [first] = computes;
  const name = [
    ...(first === undefined || vendor?.scales === false ? [] : [sizeText(first)]),
    ...(first === undefined || vendor?.pauses === false ? [] : [timeoutText(first.timeout_seconds)]),
    ...(vendor === undefined ? [plan] : [vendor.name, ...vendorWords(vendor)]),
    ...(load_factor === 1 ? [] : [`load ×${load_factor}`]),
    ...(without.length === 0 ? [] : [`without ${without.join(', ')}`]),
  ].join(', ');
  const namesake = others.find((each) => each.name === name);
  return namesake === undefined ? name : `${name}, ${changedWords(namesake.text, text)}`;
}

function vendorWords({ choice: { plan, size, bound } }: VendorControl): readonly string[] {
  return [plan, size, bound === 'least' ? 'lower cost bound' : undefined].filter(
    (each) => each !== undefined,
  );
}

/** The changed entry of a text, such as `rate: 2/s`. */
function changedWords(before: string, text: string): string {
  const { from, end } = changedPart(before, text);
  const start = text.slice(0, from).search(/[^\n{,]*$/);
  const rest = text.slice(Math.max(from, text.length - end));
  const words = text.slice(start, text.length - end) + rest.slice(0, rest.search(/[\n},]|$/));
  return words.trim().slice(0, MAX_WORDS);
}

interface MapOf {
  readonly tried: readonly Tried[];
  readonly now: Tried | undefined;
  readonly latency_p99_ms: number | undefined;
  readonly budget_usd: number | undefined;
  goTo(tried: Tried): void;
}

/** Every setting tried, by cost and latency; a click selects one. */
export function TriedMap({ tried, now, latency_p99_ms, budget_usd, goTo }: MapOf) {
  const placed = tried.filter(({ figures }) => figures.latency_p99_ms !== null);
  const marks = placed.map((each): Mark => {
    const { cost_usd_per_month: x, latency_p99_ms: y } = each.figures;
    const missed =
      y! > (latency_p99_ms ?? Number.POSITIVE_INFINITY) || x > (budget_usd ?? Number.POSITIVE_INFINITY);
    const kinds = [...(missed ? ['missed'] : []), ...(each === now ? ['front'] : [])];
    return {
      x,
      y: y!,
      kinds,
      tip: [each.name, ...texts(each.figures)],
      ...(each === now && { names: ['now'] }),
    };
  });
  const plot: Plot = {
    id: 'tried',
    title: 'Settings tried, by cost and latency',
    panels: [
      {
        x: { label: 'Cost per month', text: money, from_zero: 'if near' },
        y: { label: 'p99', text: milliseconds, from_zero: 'if near' },
        height: 170,
        layers: [
          { as: 'point', kind: 'dot', marks },
          ...(latency_p99_ms === undefined
            ? []
            : [{ as: 'limit', on: 'y', at: latency_p99_ms, text: milliseconds(latency_p99_ms) } as const]),
          ...(budget_usd === undefined
            ? []
            : [{ as: 'limit', on: 'x', at: budget_usd, text: money(budget_usd) } as const]),
        ],
      },
    ],
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table of settings has a button for each
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div
      id="map"
      onClick={(event) => {
        const dot = (event.target as Element).closest('.dot');
        const place = dot === null ? -1 : [...dot.closest('svg')!.querySelectorAll('.dot')].indexOf(dot);
        if (placed[place] !== undefined) goTo(placed[place]);
      }}
    >
      <Made html={drawPlot(plot)?.html ?? ''} />
    </div>
  );
}

function texts({ cost_usd_per_month, latency_p99_ms, delayed_probability }: PointFigures): readonly string[] {
  return [
    `${money(cost_usd_per_month)} a month`,
    latency_p99_ms === null ? 'no query' : `p99 ${milliseconds(latency_p99_ms)}`,
    ...(delayed_probability === null ? [] : [`${percent(delayed_probability)} wait`]),
  ];
}

/** The settings tried, newest first. */
export function TriedList({ tried, now, goTo }: Pick<MapOf, 'tried' | 'now' | 'goTo'>) {
  return (
    <ol class="tried">
      {tried.toReversed().map((each) => (
        <li key={`${each.text}${JSON.stringify(each.whatIf)}`}>
          <button type="button" aria-pressed={each === now} onClick={() => goTo(each)}>
            <span>{each.name}</span> <span>{texts(each.figures).slice(0, 2).join(' · ')}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
