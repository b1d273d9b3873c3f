import type { BillComparison, ComparedLine, Implied } from '../../../cost/bill/bill-comparison.js';
import { column } from '../../document/column.js';
import { type Note, notesOn, type Part, table } from '../../document/report.js';
import { bytesText, dollars, number } from '../../figures/figure-text.js';
import { when } from '../../text/when.js';

/** A line of both invoices, or their totals. */
type BothRow = Pick<ComparedLine, 'label' | 'simulated_usd' | 'real_usd' | 'difference_usd'> &
  Partial<Pick<ComparedLine, 'simulated' | 'real' | 'unit'>>;

export function comparisonParts(compared: BillComparison): readonly Part[] {
  const { lines, from, to, hours, simulated_usd, real_usd, slices_usd } = compared;
  const known = lines.filter(({ real_usd: usd, simulated_usd: own }) => usd !== null || own > 0);
  const differing = known.filter(({ difference_usd }) => difference_usd !== null && difference_usd !== 0);
  const explained = differing.flatMap((line) => explanation(line));
  const isCompute = differing.some(({ metric }) => metric === 'compute_unit_seconds');
  const slices = when(slices_usd !== null && slices_usd !== 0 && isCompute, {
    about: '',
    text: `Compute: metering in slices of 4 s explains ${dollars(slices_usd ?? 0)} of it`,
    item: true,
  });
  const total = { label: 'Total', simulated_usd, real_usd, difference_usd: real_usd - simulated_usd };
  const used = (name: 'simulated' | 'real', head: string) =>
    column<BothRow>(name, head, 'number', (row) => row[name], {
      text: ({ [name]: value, unit = '' }) =>
        value === null || value === undefined ? '' : `${number(value)} ${unit}`,
    });
  const money = (name: 'simulated_usd' | 'real_usd' | 'difference_usd', head: string) =>
    column<BothRow>(name, head, 'dollars', (row) => row[name], {
      text: ({ [name]: usd }) => (usd === null ? '' : dollars(usd)),
    });
  return [
    table<BothRow>({
      id: 'compared',
      title: `Simulated and real invoice, ${from.slice(0, 10)} to ${to.slice(0, 10)}, ${number(hours)} h`,
      in: ['screen', 'markdown', 'page', 'workbook'],
      rows: [...known, total],
      columns: [
        { name: 'item', head: 'Item', of: ({ label }) => label },
        used('simulated', 'Simulated'),
        used('real', 'Real'),
        money('simulated_usd', 'Simulated $'),
        money('real_usd', 'Real $'),
        money('difference_usd', 'Difference'),
      ],
      below:
        explained.length === 0
          ? notesOn('explained', ['no line differs by a cent'])
          : [...notesOn('explained', ['the lines would agree with']), ...explained, ...slices],
    }),
  ];
}

function impliedText(value: number, unit: Implied['unit']): string {
  return unit === 'bytes' || unit === 'bytes a day'
    ? `${bytesText(value)}${unit === 'bytes' ? '' : ' a day'}`
    : `${number(value)} ${unit}`;
}

function explanation({ label, implied, difference_usd }: ComparedLine): readonly Note[] {
  const text =
    implied === null
      ? `${label}: ${dollars(difference_usd ?? 0)}; only the amount is known`
      : `${label}: ${implied.name} ${impliedText(implied.value, implied.unit)} instead of ${impliedText(implied.simulated, implied.unit)}`;
  return [{ about: '', text, item: true }];
}
