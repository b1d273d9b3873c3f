import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { writeNewFile } from '../../files/write-new-file.js';
import { scenarioName } from '../../ingest/scenario/write-imported.js';
import { firstScenarioText } from '../../scenario/document/first-scenario.js';
import { readScenarioText } from '../../scenario/load-scenario.js';
import { readNamedTraces } from '../../studio/named-traces.js';
import { serveStudio } from '../../studio/serve-studio.js';
import { shippedScenarios } from '../../studio/shipped-scenarios.js';
import { studioDocument } from '../../studio/studio-document.js';
import { DEFAULTS } from '../init/init-questions.js';
import { EXIT } from '../shared/exit-code.js';
import { Interruption } from '../shared/interruption.js';
import { commandOf, type OptionsOf, value } from '../shared/option-table.js';
import { wholeNumber } from '../shared/option-values.js';
import { OPTIONS } from '../shared/options.js';

/** File of a studio that was started without one. */
const FIRST_FILE = 'scenario.yaml';

const STUDIO_OPTIONS = {
  '--port <n>': value(wholeNumber(0), 'port on 127.0.0.1; 0 takes any free one', {
    default: 0,
    conflicts: ['html'],
  }),
  ...OPTIONS.html,
};

/** Makes `neap studio`. */
export const declare = () =>
  commandOf('studio', {
    about:
      'Opens a scenario as an interactive page: turn a setting, and see the month. The simulator runs in the page. ' +
      'Without a file, starts from the scenario that neap init writes and offers the shipped ones.',
    argument: ['[file]', 'scenario file, YAML or JSON'],
    options: STUDIO_OPTIONS,
    help: `Examples:
  $ neap studio
  $ neap studio my-app.yaml --html studio.html

The file is changed only by Save, which keeps comments and order, and refuses if
the file has changed on disk. Only browsers that were given the token of the
printed address are answered.

--html writes the page as one file that works without a server and without a
network; there, Save downloads the scenario. Policy modules do not run in a page.`,
  });

/** Writes the page, or serves it until a signal asks to stop. */
export async function act(
  file: string | undefined,
  { port, html }: OptionsOf<typeof STUDIO_OPTIONS>,
): Promise<number> {
  const path = resolve(file ?? FIRST_FILE);
  const name = basename(path);
  const isFound = existsSync(path);
  if (file !== undefined && !isFound) await readScenarioText(file);
  const first = firstScenarioText(scenarioName(path), DEFAULTS, WALL_CLOCK.epochMs());
  const text = isFound ? await readScenarioText(path) : first;
  const tracesOf = (of: string) => readNamedTraces(of, dirname(path));
  const examples = file === undefined ? await shippedScenarios() : {};
  if (html !== undefined) {
    const page = studioDocument({ file: name, text, traces: await tracesOf(text), examples });
    await writeNewFile(html, page, true);
    process.stdout.write(`wrote ${html}\n`);
    return EXIT.done;
  }
  const interruption = new Interruption(() => undefined);
  const listening = await serveStudio({ file: path, name, first, examples, tracesOf }, port);
  process.stdout.write(`${name} is at ${listening.address}\nCtrl-C stops it.\n`);
  if (process.stdout.isTTY === true) openBrowser(listening.address);
  const { signal } = interruption;
  await new Promise<void>((stopped) => {
    signal.addEventListener('abort', () => stopped());
    if (signal.aborted) stopped();
  });
  await listening.close();
  return EXIT.done;
}

/** Opens the address in the user's browser, if there is one; the address is always printed. */
function openBrowser(address: string): void {
  const [command, ...words] = { darwin: ['open'], win32: ['explorer'] }[process.platform as string] ?? [
    'xdg-open',
  ];
  const opened = spawn(command!, [...words, address], { stdio: 'ignore', detached: true });
  opened.on('error', () => undefined);
  opened.unref();
}
