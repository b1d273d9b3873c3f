import { beginPage } from './begin-page.js';

beginPage();
