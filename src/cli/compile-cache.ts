import module from 'node:module';
// Flags of V8 are part of what compiled code is kept under: they have to be as they will be.
import '../simulation/inlining.js';

/** Of Node 22.8 and later, which keep what V8 has compiled for the next start, in the folder for temporary files. */
type Cached = { enableCompileCache?: () => unknown };

(module as Cached).enableCompileCache?.();
