import { PLAN_NAMES } from '../../vendors/plan-limits.js';
import { MAX_GROWTH_PERCENT, TIMEOUTS_SECONDS } from '../worker/choices.js';
import type { ComputeControl, Controls, WhatIf } from '../worker/question.js';
import { Amount, Select, Slider } from './fields.js';
import { PlatformPanel } from './platform-panel.js';
import { SizeSlider } from './size-slider.js';
import { nearest, useMoved } from './slider-value.js';

/** Load factors of the slider: a tenth to ten times, in steps of a twentieth of a decade. */
const FACTORS = Array.from({ length: 41 }, (_, place) =>
  Number(Math.exp(((place - 20) / 20) * Math.LN10).toPrecision(3)),
);

/** The settings that the page can change. */
export interface Turning {
  readonly controls: Controls;
  readonly selected: string;
  readonly whatIf: WhatIf;
  readonly budget_usd: number | undefined;
  /** Growth of the load per month; absent without a server for forecasts. */
  readonly growth_percent: number | undefined;
  select(name: string): void;
  /** Edits the scenario with overrides as for `--set`. */
  set(changes: readonly string[]): void;
  tryOut(whatIf: WhatIf): void;
  setBudget(usd: number | undefined): void;
  setGrowth(percent: number): void;
}

/** The left side: settings, what-ifs and limits. */
export function ControlsPanel(turning: Turning) {
  const { controls, selected, whatIf, budget_usd, growth_percent } = turning;
  const { select, set, tryOut, setBudget, setGrowth } = turning;
  const compute = controls.computes.find(({ name }) => name === selected) ?? controls.computes[0];
  const { loads, vendor } = controls;
  const [plan, movePlan] = useMoved(controls, controls.plan);
  const [latency_p99_ms, moveLatency] = useMoved(controls, controls.latency_p99_ms);
  return (
    <>
      {controls.computes.length > 1 && (
        <Select label="Compute" value={compute?.name} options={controls.computes} choose={select} />
      )}
      {compute !== undefined && <Settings {...{ compute, vendor, set }} />}
      <PlatformPanel controls={controls} set={set} />
      {vendor === undefined && (
        <Select
          label="Plan"
          value={plan}
          options={[...new Set([plan, ...PLAN_NAMES])].map((name) => ({ name }))}
          choose={(name) => {
            movePlan(name);
            set([`plan=${name}`]);
          }}
        />
      )}
      <h2>
        What if <small>not saved in the file</small>
      </h2>
      <Slider
        label="Load"
        value={nearest(FACTORS, whatIf.load_factor)}
        count={FACTORS.length}
        text={`×${whatIf.load_factor}`}
        turn={(place) => tryOut({ ...whatIf, load_factor: FACTORS[place]! })}
      />
      {growth_percent !== undefined && (
        <Slider
          label="Growth per month"
          value={growth_percent}
          count={MAX_GROWTH_PERCENT + 1}
          text={`${growth_percent} %`}
          turn={setGrowth}
        />
      )}
      {loads.length > 1 && (
        <fieldset class="without">
          <legend>Without this load</legend>
          {loads.map((name) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={whatIf.without.includes(name)}
                onChange={({ currentTarget: { checked } }) => {
                  const isLeftOut = (each: string) =>
                    each === name ? checked : whatIf.without.includes(each);
                  tryOut({ ...whatIf, without: loads.filter(isLeftOut) });
                }}
              />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      <h2>Limits</h2>
      <Amount
        label="p99 at most, ms"
        value={latency_p99_ms}
        needed="to remove this limit, delete it from the scenario"
        change={(ms) => {
          moveLatency(ms);
          set([`slo.latency_p99=${ms}ms`]);
        }}
      />
      <Amount label="Cost per month at most, $" value={budget_usd} change={setBudget} />
    </>
  );
}

interface SettingsOf extends Pick<Turning, 'set'>, Pick<Controls, 'vendor'> {
  readonly compute: ComputeControl;
}

function Settings({ compute, vendor, set }: SettingsOf) {
  const { name, refused_timeouts } = compute;
  const [timeout_seconds, moveTimeout] = useMoved(compute, compute.timeout_seconds);
  const path = `computes.${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)}`;
  const size = (min: number, max: number) =>
    set([`${path}.autoscaling_limit_min_cu=${min}`, `${path}.autoscaling_limit_max_cu=${max}`]);
  const refused = refused_timeouts[timeout_seconds];
  return (
    <>
      {vendor?.scales !== false && <SizeSlider compute={compute} turn={size} />}
      {vendor?.pauses !== false && (
        <>
          <Slider
            label="Suspend after"
            value={nearest(TIMEOUTS_SECONDS, timeout_seconds)}
            count={TIMEOUTS_SECONDS.length}
            text={timeoutText(timeout_seconds)}
            turn={(place) => {
              moveTimeout(TIMEOUTS_SECONDS[place]!);
              set([`${path}.suspend_timeout_seconds=${TIMEOUTS_SECONDS[place]}`]);
            }}
          >
            <span class="ticks" aria-hidden="true">
              {TIMEOUTS_SECONDS.map((seconds) => (
                <span key={seconds} class={refused_timeouts[seconds] === undefined ? '' : 'refused'}>
                  {shortText(seconds)}
                </span>
              ))}
            </span>
          </Slider>
          {refused !== undefined && <p class="note bad">{refused}</p>}
        </>
      )}
    </>
  );
}

/** A suspend timeout in words. */
export function timeoutText(seconds: number): string {
  if (seconds < 0) return 'never';
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

function shortText(seconds: number): string {
  return seconds < 0
    ? '∞'
    : seconds < 3600
      ? `${seconds / 60}m`
      : seconds < 86_400
        ? `${seconds / 3600}h`
        : '1d';
}
