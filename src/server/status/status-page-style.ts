/** The look of the status page. */
export const STATUS_PAGE_STYLE = `
:root { color-scheme: light dark; --line: #8884; --quiet: #888; }
body { font: 14px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.3rem; margin: 0; } h2 { font-size: 1rem; margin: 1.5rem 0 .4rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .6rem .25rem 0;
  border-bottom: 1px solid var(--line); } th { color: var(--quiet); font-weight: normal; }
td.number { font-variant-numeric: tabular-nums; } code, td.id { font-size: .92em; }
td.id { font-family: ui-monospace, monospace; }
button { font: inherit; padding: .1rem .6rem; } .quiet { color: var(--quiet); }
.state::before { content: ''; display: inline-block; width: .6em; height: .6em; border-radius: 50%;
  margin-right: .45em; background: var(--quiet); }
.state.active::before { background: #2a9d5c; } .state.init::before { background: #d9902f; }
#problem { color: #c0392b; }
`;
