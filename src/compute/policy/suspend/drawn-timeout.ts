/**
 * A random timeout of density e^(t/K) / (K·(e^k − 1)) on [0, k·K], for a uniform number: with it an idle period of x
 * costs min(x, k·K) / (1 − e^(−k)) in expectation, K being the cost of a wake. The density of randomised ski rental:
 * k is 1 without a prediction (Karlin, Manasse, McGeoch and Owicki, Algorithmica 11, 1994).
 */
export function drawnTimeout(wake_cost_seconds: number, k: number, uniform: number): number {
  return wake_cost_seconds * Math.log1p(uniform * Math.expm1(k));
}
