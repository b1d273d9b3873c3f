import { PAGE_STYLE } from '../../report/page/page-style.js';

/** The CSS of the status page: that of the reports, with additions. */
export const STATUS_STYLE = `${PAGE_STYLE}
.clock { font-size: 1.125rem; font-variant-numeric: tabular-nums; margin: 0.4rem 0 0; }
.clock #speed { color: var(--quiet); font-size: 0.9375rem; }
.controls .buttons { gap: 0.35rem; }
#progress { color: var(--quiet); font-size: 0.875rem; font-variant-numeric: tabular-nums; }
#problem:empty, #progress:empty, #more:empty { display: none; }
#problem { color: var(--bad); font-weight: 600; }
#legend { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; list-style: none; margin: 0 0 0.6rem; padding: 0; }
#legend li { display: inline-flex; gap: 0.45rem; align-items: center; }
#tiles { display: flex; flex-wrap: wrap; gap: 3px; margin: 0 0 0.5rem; }
#tiles .entry { display: inline-flex; gap: 0.4rem; align-items: center; cursor: pointer; }
#tiles.named { gap: 0.4rem 1.1rem; }
#tiles .name { font-size: 0.875rem; overflow-wrap: anywhere; }
.commands { overflow-x: auto; padding: 0.7rem 0.9rem; border: 1px solid var(--quiet); border-radius: 4px; }
#course:empty { display: none; }
#events .scroll, #calls .scroll { max-height: 17rem; }
.refused { color: var(--bad); font-weight: 600; }
.tile {
  position: relative; box-sizing: border-box; width: 1.15rem; height: 1.15rem; border: 1.5px solid var(--quiet);
  border-radius: 3px; overflow: hidden; background: var(--ground); flex: none;
}
.tile::before { content: ''; position: absolute; left: 0; right: 0; bottom: 0; height: var(--full, 0%); background: var(--queries); }
.tile.active { border-color: var(--queries); --full: 100%; }
.tile.init { border: 1.5px dashed var(--load); }
.tile.init::after { content: ''; position: absolute; inset: 30%; border-radius: 50%; background: var(--load); }
.tile.changing { border-style: dashed; border-color: var(--load); }
.tile.disabled::after { content: ''; position: absolute; inset: 45% 0; background: var(--bad); transform: rotate(-45deg); }
.id { display: block; font: 0.8125rem ui-monospace, 'SF Mono', Menlo, Consolas, monospace; color: var(--quiet); }
.state::before { content: ''; display: inline-block; width: 0.6em; height: 0.6em; border-radius: 50%; margin-right: 0.45em; border: 1.5px solid var(--quiet); }
.state.active::before { background: var(--queries); border-color: var(--queries); }
.state.init::before { background: var(--load); border-color: var(--load); border-radius: 0; }
#computes td, #computes th, #operations td, #operations th, #calls td, #calls th, #events td:not(:last-child), #events th { white-space: nowrap; max-width: none; }
#computes tbody th .id, #computes tbody th bdi { white-space: normal; overflow-wrap: anywhere; }
#computes tbody th { min-width: 9rem; }
@media (max-width: 40rem) { #computes tbody th { max-width: 9rem; } }
@media print {
  #computes tbody tr:nth-child(31) > *, #computes tbody tr:nth-child(n+32) { display: none; }
  #computes tbody tr:nth-child(31)::after { display: table-cell; content: 'more computes on the screen'; }
}
#computes td { vertical-align: middle; }
#computes button { min-height: 1.7rem; padding: 0.1rem 0.6rem; }
`;
