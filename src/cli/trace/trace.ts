import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { OPTIONS } from '../shared/options.js';

/** Makes `neap trace`. */
export const traceCommand = () =>
  new Command('trace')
    .summary('inspect recorded traffic, and print the load section that replays it')
    .description(
      'Reads a CSV file of recorded traffic and prints which columns hold the time and the value, the volume, ' +
        'burstiness, seasonality and idle time of the traffic, missing rows, and the load section to paste into a ' +
        'scenario. Writes nothing.',
    )
    .argument('<file>', 'CSV file: counts per interval, a level such as CPU %, or single arrivals')
    .option('--time <column>', 'time column, by name or by number from 1')
    .option('--value <column>', 'column of the count or level, by name or number')
    .addOption(
      new Option('--kind <kind>', 'meaning of a row; guessed by default').choices([
        'counts',
        'level',
        'arrivals',
      ] as const),
    )
    .option('--vcpu <number>', 'number of vCPUs of the machine whose CPU % was recorded', vcpuCount)
    .addOption(OPTIONS.json())
    .addHelpText(
      'after',
      `
Examples:
  $ neap trace requests.csv
  $ neap trace export.csv --time created_at --value hits
  $ neap trace cpu.csv --kind level --vcpu 4

Exit codes:
  0 done; 2 invalid file or options`,
    );

function vcpuCount(text: string): number {
  const vcpu = Number(text);
  if (text.trim() !== '' && Number.isFinite(vcpu) && vcpu > 0) return vcpu;
  throw new InvalidArgumentError('expected a number above 0, such as 2 or 0.5');
}
