#!/usr/bin/env node
import './compile-cache.js';
import { commandLine } from './program.js';
import { EXIT } from './shared/exit-code.js';

// A reader that has seen enough, such as `head`, closes the pipe: that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exitCode = EXIT.failed;
});
// A closed standard error does not change how the work ends.
process.stderr.on('error', () => undefined);

let ended = false;
// User code can end the program unexpectedly; ends by a signal have codes above 128.
process.once('exit', (code) => {
  if (ended || code > 128) return;
  process.stderr.write(
    'neap: the program was ended before its work was done; does a policy module end it?\n',
  );
  process.exitCode = EXIT.input;
});

process.exitCode = await commandLine(process.argv.slice(2));
ended = true;
// After a signal nothing waits for threads that are still simulating.
if (process.exitCode > 128) process.stdout.write('', () => process.exit());
