import { type Command, InvalidArgumentError, Option } from 'commander';
import type { TraceOptions } from './inspect-trace-file.js';

/** Registers `neap trace`. */
export function addTraceCommand(program: Command): void {
  program
    .command('trace')
    .summary('inspect recorded traffic, and print the load section that plays it')
    .description(
      'Reads a CSV file of recorded traffic and prints which columns hold the time and the value, how much ' +
        'arrives, how uneven, how seasonal and how often silent it is, what is missing, and the load section ' +
        'to paste into a scenario. Writes nothing.',
    )
    .argument('<file>', 'CSV file: counts per interval, a level such as CPU %, or single arrivals')
    .option('--time <column>', 'column of the time, by name or by number from 1')
    .option('--value <column>', 'column of the count or level, likewise')
    .addOption(
      new Option('--kind <kind>', 'what a row is; guessed when absent').choices([
        'counts',
        'level',
        'arrivals',
      ]),
    )
    .option('--vcpu <number>', 'vCPUs of the machine whose CPU % was recorded', vcpuCount)
    .option('--json', 'print one JSON object on standard output, and nothing else')
    .addHelpText(
      'after',
      `
Examples:
  $ neap trace requests.csv
  $ neap trace export.csv --time created_at --value hits
  $ neap trace cpu.csv --kind level --vcpu 4

Exit codes:
  0 done; 2 the file or the call is wrong`,
    )
    .action(async (file: string, options: TraceOptions, command: Command) => {
      const { inspectTraceFile } = await import('./inspect-trace-file.js');
      await inspectTraceFile(file, options, command);
    });
}

function vcpuCount(text: string): number {
  const vcpu = Number(text);
  if (text.trim() !== '' && Number.isFinite(vcpu) && vcpu > 0) return vcpu;
  throw new InvalidArgumentError('expected a number above 0, such as 2 or 0.5');
}
