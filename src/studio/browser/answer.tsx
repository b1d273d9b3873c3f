import type { Fact } from '../../report/document/report.js';
import { money, number } from '../../report/figures/figure-text.js';
import { markOf } from '../../report/text/verdict.js';
import type { Diagnostic } from '../../scenario/document/diagnostic.js';
import type { Shown } from '../worker/question.js';

/** HTML of the report, with external text escaped. */
export function Made({ html }: { readonly html: string }) {
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The verdict, with the page's budget in addition to the file's objectives. */
export function VerdictLine({
  shown,
  budget_usd,
}: {
  readonly shown: Shown;
  readonly budget_usd: number | undefined;
}) {
  const { verdict, figures, stopped } = shown;
  const over = budget_usd !== undefined && figures.cost_usd_per_month > budget_usd;
  const tone = stopped !== undefined || over ? 'bad' : verdict.tone;
  return (
    <div
      id="verdict"
      class={`answer ${tone}`}
      role="status"
      aria-live="polite"
      data-exactness={shown.exactness}
    >
      <p>
        <span class="sign" aria-hidden="true">
          {markOf({ tone })}
        </span>{' '}
        {verdict.text}
        {over && ` Over the limit of ${money(budget_usd)} a month.`}
        {stopped !== undefined && ` The run was ${stopped}.`}
      </p>
    </div>
  );
}

/** Facts with their change against the baseline. */
export function Tiles({ shown, baseline }: { readonly shown: Shown; readonly baseline: Shown | undefined }) {
  return (
    <div class="tiles">
      {shown.tiles.map((fact) => (
        <Tile
          key={fact.label}
          fact={fact}
          before={beforeOf(fact, shown, baseline)}
          interval={shown.intervals?.[fact.label]}
        />
      ))}
    </div>
  );
}

/** The baseline's value; `undefined` if the runs are not comparable. */
function beforeOf({ label }: Fact, shown: Shown, baseline: Shown | undefined): number | null | undefined {
  const isSame = baseline?.simulated_seconds === shown.simulated_seconds;
  return isSame ? baseline.tiles.find((fact) => fact.label === label)?.value : undefined;
}

interface TileOf {
  readonly fact: Fact;
  readonly before: number | null | undefined;
  /** Over replications, once available. */
  readonly interval: string | undefined;
}

function Tile({ fact, before, interval }: TileOf) {
  const { label, parts, value = null } = fact;
  const [first = '', ...others] = parts;
  return (
    <div class="card" data-value={value ?? ''} title={others.join('\n')}>
      <p class="label">{label}</p>
      <p class="value">{first}</p>
      <p class="detail interval">{interval}</p>
      <Change label={label} value={value} before={before} />
    </div>
  );
}

function Change({
  label,
  value,
  before,
}: {
  readonly label: string;
  readonly value: number | null;
  readonly before: number | null | undefined;
}) {
  if (before === undefined || value === null || before === null) return <p class="detail">no baseline</p>;
  if (Math.abs(value - before) <= 1e-4 * Math.abs(before)) return <p class="detail">same as the baseline</p>;
  const isBetter = value > before === (label === 'Suspended');
  const words = before === 0 ? 'from none' : `${number(100 * Math.abs(value / before - 1))} %`;
  return (
    <p class={`detail ${isBetter ? 'better' : 'worse'}`}>
      {value > before ? '▲' : '▼'} {words}
      <span class="hidden">
        {before === 0 ? ' in' : value > before ? ' more than' : ' less than'} the baseline
      </span>
    </p>
  );
}

/** Findings, each with the change that the page can try. */
export function Findings({ shown, set }: { readonly shown: Shown; set(changes: readonly string[]): void }) {
  if (shown.findings.length === 0) return null;
  return (
    <ul class="cards">
      {shown.findings.slice(0, 4).map(({ card, set: changes }) => (
        <li key={card.message}>
          <b>{card.title}</b>
          {card.money !== undefined && <b class="money"> · {card.money}</b>}
          <p>{card.message}.</p>
          {changes.length > 0 && (
            <button type="button" onClick={() => set(changes)}>
              Try it{card.fix !== undefined && <span class="hidden">: {card.fix}</span>}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** All problems of the text. */
export function Problems({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) {
  if (diagnostics.length === 0) return null;
  return (
    <ul class="problems" role="alert">
      {diagnostics.slice(0, 6).map(({ line, column, path, message }) => (
        <li key={`${line}:${column}:${path}:${message}`}>
          {line !== undefined && `${line}:${column} `}
          {path !== '' && `${path}: `}
          {message}
        </li>
      ))}
    </ul>
  );
}
