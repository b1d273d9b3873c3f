/** Worlds that are drawn where a scenario has intervals and nobody says how many. */
export const BILL_WORLDS = 100;
export const PLAN_WORLDS = 20;
export const FORECAST_WORLDS = 20;
