import { it } from 'vitest';
import { RUNS } from './cases.js';
import { expectReviewed } from './golden.js';

it.each(RUNS)('every form of $name is as reviewed', expectReviewed);
