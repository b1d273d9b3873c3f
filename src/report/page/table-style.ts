/** The style of tables: the first column and the heads stay in place, and a shade shows that there is more. */
export const TABLE_STYLE = `
.scroll {
  position: relative; overflow-x: auto; margin-bottom: 1.25rem;
  background:
    linear-gradient(to left, var(--ground) 30%, transparent) right / 3rem 100% no-repeat local,
    linear-gradient(to left, color-mix(in srgb, var(--text) 22%, transparent), transparent) right / 0.9rem 100% no-repeat scroll,
    var(--ground);
}
.scroll.tall { max-height: 34rem; overflow: auto; }
.more-columns { margin: -1rem 0 1.25rem; font-size: 0.8125rem; color: var(--quiet); text-align: right; max-width: none; }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 0.4rem 0; }
th, td { padding: 0.4rem 0.9rem 0.4rem 0; border-bottom: 1px solid var(--rule); vertical-align: top; text-align: left; }
th:last-child, td:last-child { padding-right: 0.3rem; }
thead th { color: var(--quiet); font-weight: 500; vertical-align: bottom; min-width: 5.5rem; }
.misses { display: block; min-width: 9rem; max-width: 15rem; color: var(--bad); }
.tall thead th { position: sticky; top: 0; z-index: 1; background: var(--ground); }
tr > th:first-child { position: sticky; left: 0; z-index: 1; background: var(--ground); max-width: 20rem; }
.tall thead th:first-child { z-index: 2; }
tbody th { font-weight: 500; overflow-wrap: break-word; }
th:has(> .number) { min-width: 19.5rem; }
td.figure, tbody th.figure { white-space: nowrap; }
.figure { text-align: right; }
.figure + .words { padding-left: 1rem; }
.number, table .long { vertical-align: top; }
.number { display: inline-block; min-width: 1.6em; color: var(--quiet); font-variant-numeric: tabular-nums; }
.chip { display: inline-block; font-size: 0.75rem; line-height: 1.5; padding: 0 0.45em; border-radius: 999px; border: 1px solid var(--rule); color: var(--quiet); white-space: nowrap; }
.chip.recommended, .chip.best { border-color: var(--good); color: var(--good); }
.chip.today, .chip.baseline { border-color: var(--accent); color: var(--accent); }
button.sort { all: unset; cursor: pointer; color: inherit; font: inherit; }
button.sort:hover, button.sort:focus-visible { color: var(--accent); text-decoration: underline; }
button.sort:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
[aria-sort='ascending'] button.sort::after { content: ' \\25b2'; }
[aria-sort='descending'] button.sort::after { content: ' \\25bc'; }
@media (max-width: 40rem) {
  tr > th:first-child, th:has(> .number) { min-width: 0; max-width: 9.5rem; }
  table .name { white-space: normal; }
  table .long { width: auto; max-width: 8.5rem; }
}
`;
