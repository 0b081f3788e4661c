/** What a tool caught that was run as it comes, without anything of ours: a cell of the table that compares. */
export interface StockResult {
  readonly caught: boolean
  readonly durationMs: number
  /** What it said, one line each; empty where it caught nothing. */
  readonly what: readonly string[]
}
