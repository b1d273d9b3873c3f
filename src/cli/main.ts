#!/usr/bin/env node
import { commandLine } from './program.js';
import { EXIT } from './shared/exit-code.js';

// A reader that has seen enough, such as `head`, closes the pipe: nothing to complain about.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exitCode = EXIT.failed;
});

process.exitCode = await commandLine(process.argv.slice(2));
