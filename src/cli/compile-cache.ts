import module from 'node:module';
import { inlineFor } from '../simulation/inlining.js';

/** Of Node 22.8 and later, which keep what V8 has compiled for the next start, in the folder for temporary files. */
type Cached = { enableCompileCache?: () => unknown };

(module as Cached).enableCompileCache?.();

// The cache key of compiled code includes V8's flags at the end of the process: they have to be as at the next start.
process.once('exit', () => inlineFor('exact'));
