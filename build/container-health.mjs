// Health check of a container: the emulator must answer; a program without an address is healthy while it runs. The
// command line is that of the container's first process, or of the given file.
import { readFileSync } from 'node:fs';

const DEFAULT_PORT = '8432';
const PATIENCE_MS = 4000;

const words = readFileSync(process.argv[2] ?? '/proc/1/cmdline', 'utf8').split('\0');
const serve = words.indexOf('serve');
if (serve >= 0) {
  const port = valueAfter(words.slice(serve + 1), '--port', '-p') ?? DEFAULT_PORT;
  const address = valueAfter(words.slice(serve + 1), '--host') ?? '';
  const isEverywhere = ['', '0.0.0.0', '::', '127.0.0.1', 'localhost'].includes(address);
  const host = isEverywhere ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address;
  try {
    const { status } = await fetch(`http://${host}:${port}/_neap/health`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    // A client from another address is refused, which also counts as an answer.
    if (status >= 500) throw new Error(`it answers with ${status}`);
  } catch (error) {
    console.error(`neap serve does not answer on port ${port}: ${error.cause?.message ?? error.message}`);
    process.exitCode = 1;
  }
}

/** The value of the last option with one of these names. */
function valueAfter(options, ...names) {
  let found;
  options.forEach((word, index) => {
    for (const name of names) {
      if (word === name) found = options[index + 1];
      else if (word.startsWith(`${name}=`)) found = word.slice(name.length + 1);
      else if (!name.startsWith('--') && word.startsWith(name) && !word.startsWith('--'))
        found = word.slice(name.length);
    }
  });
  return found;
}
