/** Options of `neap apply` as commander hands them over. */
export interface ApplyOptions {
  readonly projectId: string;
  readonly branch?: string;
  readonly baseUrl?: string;
  readonly deleteOthers?: boolean;
  readonly yes?: boolean;
  readonly set: readonly string[];
  readonly json?: boolean;
}
