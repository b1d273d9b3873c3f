import type { ForecastOverWorlds } from '../../planner/worlds/forecast-worlds.js';
import { counted } from '../figures/figure-text.js';
import { notesOn, type ReportBlock } from '../text/text-report.js';
import { forecastWorldsWords } from '../verdict/worlds-words.js';
import { inputsBlock, SPREAD_HEAD, spreadCells } from './worlds-blocks.js';

/** A forecast over worlds: the expected bill of each month, and which interval has most to do with the whole. */
export function forecastWorldsBlocks(worlds: ForecastOverWorlds): readonly ReportBlock[] {
  const { months, spread, events, worlds: all, replications, whole_bill } = worlds;
  const limited = months.some(({ worlds_used_up }) => worlds_used_up > 0);
  const whens = events
    .filter((event) => event.worlds > 0)
    .map(
      ({ what, worlds: count, earliest }) => `${what}: in ${count} of ${all} worlds, first on ${earliest}`,
    );
  return [
    {
      title: `Over ${counted(all, 'world')} drawn from the intervals`,
      table: {
        head: ['month', ...SPREAD_HEAD, ...(limited ? ['hours run out'] : [])],
        rows: [
          ...months.map((month) => [
            month.month,
            ...spreadCells(month),
            ...(limited ? [`${month.worlds_used_up} of ${all}`] : []),
          ]),
          ['Total', ...spreadCells(spread), ...(limited ? [''] : [])],
        ],
      },
      notes: [
        { about: 'answer', text: forecastWorldsWords(worlds), emphasis: 'strong' },
        ...notesOn('when', whens, { emphasis: 'bad' }),
        {
          about: 'spread',
          text: `of the expected ${whole_bill ? 'bill' : 'cost of compute time'} of each world, over ${replications} replications; a single bill varies more`,
        },
      ],
    },
    inputsBlock(worlds, 'the total'),
  ];
}
