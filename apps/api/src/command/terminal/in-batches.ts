/** Rows by the handful: a write for each would be slow, one for all would hold them all in memory. */

const batchSize = 500

/** Yields the rows in their order, `batchSize` at a time; nothing when there are none. */
export async function* inBatches<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
