import { confidenceText } from '../../../scenario/model/assumption.js';
import type { VendorBillRange, VendorInvoiceLine } from '../../../study/elsewhere/vendor-invoice.js';
import { notesOn, type Report, table } from '../../document/report.js';
import { dollars, duration } from '../../figures/figure-text.js';
import { verdictOf } from '../../text/verdict.js';
import { when } from '../../text/when.js';
import { type BillRow, billRows, CHARGED, ITEM, PRICE, USED } from './bill-lines.js';
import { assumedData } from './bill-notes.js';

/** The bill of another vendor, line by line. */
export function vendorBillReport(range: VendorBillRange, warnings: readonly string[]): Report {
  const { invoice, least } = range;
  const { lines, excluded, seed, start, scenario, plan } = invoice;
  return {
    question: 'Bill',
    about: scenario,
    title: `bill for a month of 730 h at the mean rate of ${duration(invoice.duration_seconds)}`,
    facts: [`plan ${plan}`, `seed ${seed}`],
    verdict: verdictOf('neutral', [`${costText(range)} a month`]),
    warnings,
    start,
    prices_checked_until: invoice.prices_checked_until,
    parts: [
      table<BillRow<VendorInvoiceLine>>({
        id: 'bill',
        title: 'Invoice',
        in: ['screen', 'markdown', 'page', 'csv'],
        rows: billRows(invoice, itemText),
        columns: [
          ITEM,
          USED,
          CHARGED,
          PRICE,
          { name: 'amount_usd', head: 'Amount', unit: 'dollars', of: ({ amount_usd }) => amount_usd },
          { name: 'prices_seen', head: 'Price of', of: ({ line }) => line?.prices_seen },
        ],
        below: [
          ...notesOn('', sources(lines)),
          ...notesOn('range', when(least !== undefined, 'the lines are those of the upper end')),
          ...notesOn('not included', [excluded.join(', ')]),
          ...assumedData(invoice.assumptions),
        ],
      }),
    ],
  };
}

function itemText({ item, size }: VendorInvoiceLine): string {
  return [item.replaceAll('_', ' '), size].filter((each) => each !== null).join(', ');
}

function costText({ invoice: { total_usd, bound }, least }: VendorBillRange): string {
  if (bound !== null) return `at ${bound} ${dollars(total_usd)}`;
  if (least === undefined || least.total_usd === total_usd) return dollars(total_usd);
  return `${dollars(least.total_usd)} to ${dollars(total_usd)}`;
}

/** Where the prices are from, and what their rows remark. */
function sources(lines: readonly VendorInvoiceLine[]): readonly string[] {
  const texts = lines.map((line) => {
    const remark = line.note === '' ? '' : `${line.note}; `;
    return `${itemText(line)}: ${remark}${line.source} (${confidenceText(line.confidence)})`;
  });
  return [...new Set(texts)];
}
