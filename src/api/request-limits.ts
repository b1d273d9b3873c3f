/** How many requests the platform lets through. Source: the platform's API documentation, 2026. */
export const RATE_LIMITS = {
  /** For an account, whatever the route. */
  account_per_minute: 700,
  /** For an account on one route. */
  route_per_second: 40,
  /** For an account that creates organization keys. */
  org_key_creation_per_second: 10,
} as const;
