import type { PreviewsForm } from '../schema/previews-schema.js';
import type { PreviewsSpecification } from '../specification/previews-specification.js';

/** The branches that come and go in base units. */
export function compilePreviews({
  ttl,
  since,
  compute,
  written,
  ...rest
}: PreviewsForm): PreviewsSpecification {
  return {
    ...rest,
    ttl_seconds: ttl,
    since_seconds: since,
    compute: compute && { size_cu: compute.size_cu, active_seconds: compute.active },
    written_bytes_per_second: written,
  };
}
