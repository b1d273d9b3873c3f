// Checks the files of vendors and copies them to where the built modules read them.
import { cpSync } from 'node:fs';

cpSync('src/vendors/files', 'dist/vendors/files', { recursive: true });
const { vendors } = await import('../dist/vendors/vendor-file.js');
vendors();
