// Checks the vendor files and copies them to the folder from which the built modules read them.
import { cpSync } from 'node:fs';

cpSync('src/vendors/files', 'dist/vendors/files', { recursive: true });
const { vendors } = await import('../dist/vendors/vendor-file.js');
vendors();
