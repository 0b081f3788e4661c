/** A writer: changes a row of the database back and forth, many times a second, so that no answer stays true for long. */
import { DatabaseSync } from 'node:sqlite'
import { handleJobs } from '../processes/worker.ts'
import type { WriterJob, WriterResult } from './writer.ts'

let stop = (): number => 0

handleJobs<WriterJob, WriterResult>((job) => {
  const commits = stop()
  stop = job === 'stop' ? () => 0 : write(job.database, job.perSecond)
  return { commits }
})

/** Begins, and returns what ends it: that says how many changes there were. */
function write(database: string, perSecond: number): () => number {
  const connection = new DatabaseSync(database, { timeout: 5000 })
  // The measurement is about readers; whether the changes would outlive a power cut is not.
  connection.exec('pragma synchronous = off')
  // The lowest bit of a time flips, and flips back.
  const flip = connection.prepare(
    'update users set created_at = (created_at | 1) - (created_at & 1) where user_id = 1',
  )
  const began = performance.now()
  let commits = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * perSecond
    for (; commits < due; commits += 1) flip.run()
  }, 1)
  return () => {
    clearInterval(timer)
    connection.close()
    return commits
  }
}
