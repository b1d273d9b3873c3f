// @ts-nocheck A child process runs this as it is, without a loader of TypeScript.
// Runs commands of an installed CLI, neonctl or its successor neon, one after the other in one process: its modules are loaded once. Each command's
// arguments come as a message; what it printed and its exit code go back when nothing of it is left to do.
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

const [manifest] = process.argv.slice(2);
const cli = basename(dirname(manifest));
// neonctl starts the version of neon that it depends on.
const entry = pathToFileURL(createRequire(manifest).resolve('neon'));

class Ended extends Error {}

let running;

for (const name of ['stdout', 'stderr']) {
  const { write } = process[name];
  process[name].write = (text, ...rest) => {
    if (running === undefined) return write.call(process[name], text, ...rest);
    running[name] += String(text);
    rest.find((each) => typeof each === 'function')?.();
    return true;
  };
}

process.exit = (code = process.exitCode ?? 0) => {
  running.status = code;
  throw new Ended();
};
process.on('unhandledRejection', (error) => {
  if (!(error instanceof Ended)) running.stderr += String(error?.stack ?? error);
});
process.on('beforeExit', () => {
  if (running === undefined) return;
  const { status = process.exitCode ?? 0, stdout, stderr } = running;
  running = undefined;
  process.exitCode = undefined;
  process.channel.ref();
  process.send({ status, stdout, stderr });
});

let count = 0;
process.on('message', (args) => {
  running = { stdout: '', stderr: '', status: undefined };
  process.channel.unref();
  process.argv = [process.argv[0], cli, ...args, '--no-analytics'];
  count += 1;
  import(`${entry}?command=${count}`).catch((error) => {
    running.stderr += String(error?.stack ?? error);
    running.status = 1;
  });
});
process.send('ready');
