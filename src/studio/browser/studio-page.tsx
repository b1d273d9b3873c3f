import { render } from 'preact';
import { byId, pageData } from '../../report/page/browser/element.js';
import type { StudioData } from '../studio-data.js';
import { Studio } from './studio.js';

async function begin(): Promise<void> {
  const data = await pageData<StudioData>();
  render(<Studio {...data} />, byId('studio', HTMLDivElement));
}

void begin();
