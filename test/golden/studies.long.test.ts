import { it } from 'vitest';
import { STUDIES } from './cases.js';
import { expectReviewed } from './golden.js';

it.each(STUDIES)('every form of $name is as reviewed', expectReviewed);
