/** What a project may use in a calendar month, by the API's names; a field that is absent is no limit. */
export interface QuotaSpecification {
  readonly active_time_seconds?: number;
  readonly compute_time_seconds?: number;
  readonly written_data_bytes?: number;
  readonly data_transfer_bytes?: number;
  /** Of a branch at any time: beyond it writes fail. */
  readonly logical_size_bytes?: number;
}
