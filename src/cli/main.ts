#!/usr/bin/env node
import './inlining.js';
import { EXIT } from './exit-code.js';
import { commandLine } from './program.js';

// A reader that has seen enough, such as `head`, closes the pipe: nothing to complain about.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exitCode = EXIT.failed;
});

process.exitCode = await commandLine(process.argv.slice(2));
