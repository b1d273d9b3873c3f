/** Default number of worlds if a scenario has intervals. */
export const BILL_WORLDS = 100;
export const PLAN_WORLDS = 20;
export const FORECAST_WORLDS = 20;
