import type { ForecastWithWorlds } from '../../study/worlds/forecast-worlds.js';
import { forecastReport, worldsOfForecast } from '../answers/forecast-report.js';
import { counted, percent } from '../figures/figure-text.js';
import { forecastVerdict, monthName } from '../verdict/forecast-verdict.js';
import { growthWords } from '../verdict/growth-words.js';
import { answerPage, type PageOf } from './answer-page.js';
import { html, named } from './markup/markup.js';
import { appendix } from './markup/section.js';
import { blocksMarkup } from './sections/blocks-markup.js';
import { eventsSection } from './sections/growth/events-section.js';
import { monthsSection } from './sections/growth/months-section.js';
import { worldsSection } from './sections/worlds-section.js';

/** The web page of a forecast: one file that opens offline. */
export function forecastPage(forecast: ForecastWithWorlds, of: PageOf): string {
  const { months, growth, plan, seed, replications, confidence, warnings } = forecast;
  // What the table of the terminal says besides its rows.
  const how = forecastReport(forecast).blocks.flatMap(({ notes = [] }) =>
    notes.filter(({ about }) => about === 'how' || about === 'between'),
  );
  return answerPage({
    question: 'Forecast',
    verdict: forecastVerdict(forecast, of.variant.source),
    facts: [
      `${counted(months.length, 'month')} from ${monthName(months[0]!.month)}`,
      `load ${growthWords(growth)}`,
      `plan ${plan}`,
      html`seed ${named(seed)}`,
      `${replications} replications`,
    ],
    remark: `± is half of the ${percent(confidence)} interval of the expected cost, over replications; a single month varies more.`,
    warnings,
    sections: [
      monthsSection(forecast),
      eventsSection(forecast),
      ...worldsSection(worldsOfForecast(forecast)),
      appendix('method', 'Method', 'How it was computed', blocksMarkup([{ notes: how }])),
    ],
    of,
  });
}
