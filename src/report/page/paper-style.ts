/** The style on paper: what decides first, then the rest as an appendix. */
export const PAPER_STYLE = `@media print {
  :root { color-scheme: light; }
  @page { margin: 13mm; }
  body { font-size: 9.5pt; line-height: 1.4; }
  main { max-width: none; padding: 0; }
  header { padding-top: 0; }
  section { padding-top: 0.6rem; }
  .scroll { margin-bottom: 0.5rem; }
  .no-print, .help, #decisions, pre.scenario, #tip, details:not([open]), .off-paper, .more-columns, section.appendix:has(> h2 + details:not([open])) { display: none !important; }
  .paper-only { display: block; }
  .appendix-title { padding-top: 1rem; font-size: 1.4rem; font-weight: 650; margin: 0; }
  .answer { border: 1px solid var(--rule); border-left-width: 5px; break-inside: avoid; margin-top: 0.6rem; }
  .answer p { font-size: 11pt; }
  .cards details::details-content { content-visibility: visible; }
  .cards details { display: block !important; }
  .card .detail { display: block; }
  .tiles { grid-template-columns: repeat(3, 1fr); gap: 0.3rem; margin-bottom: 0.5rem; }
  .card { border: 1px solid var(--rule); break-inside: avoid; padding: 0.3rem 0.6rem; }
  .card .value { font-size: 1.05rem; margin: 0; }
  .card .label, .card .detail { font-size: 7.5pt; line-height: 1.3; }
  .note, .facts, figcaption, details, summary { font-size: 8.5pt; }
  p, .note { margin-bottom: 0.25rem; }
  #headline { padding-top: 0.6rem; }
  /* As wide as the sheet, unless it would then need a separate one. */
  .sheet.wide { max-height: 66mm; }
  h1 { font-size: 1.5rem; }
  h2 { font-size: 1.1rem; margin-bottom: 0.4rem; }
  h2, caption, figcaption { break-after: avoid; }
  tr, figure { break-inside: avoid; }
  figure { margin-bottom: 0.6rem; }
  .scroll, .scroll.tall, pre, pre.scenario, details .scroll { overflow: visible; max-height: none; background: none; }
  table { font-size: 7.5pt; }
  th, td { padding: 0.1rem 0.5rem 0.1rem 0; }
  thead th { min-width: 0; }
  tr > th:first-child { position: static; max-width: 12rem; }
  .tall thead th { position: static; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--rule); }
  .figure, td.figure { white-space: normal; }
  .key::before, svg, .card, .answer { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  a { color: inherit; }
}
`;
