/** A writer: changes a row of the database back and forth many times a second, so that no cached answer stays valid. */
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { handleJobs } from '../processes/worker.ts'
import type { WriterJob, WriterResult } from './writer.ts'

/** Ends the changes, and returns how many there were. */
type Stop = () => number | Promise<number>

let stop: Stop = () => 0

handleJobs<WriterJob, WriterResult>(async (job) => {
  const commits = await stop()
  stop = job === 'stop' ? () => 0 : await write(job.database, job.perSecond)
  return { commits }
})

/** Flips the lowest bit of a time, and flips it back. */
const flip = 'update users set created_at = (created_at | 1) - (created_at & 1) where user_id = 1'

/** Only readers are measured, so the changes need not survive a power cut. */
function write(database: string, perSecond: number): Stop | Promise<Stop> {
  return database.startsWith('postgres:')
    ? writePostgres(database, perSecond)
    : writeSqlite(database, perSecond)
}

function writeSqlite(database: string, perSecond: number): Stop {
  const connection = new DatabaseSync(database, { timeout: 5000 })
  connection.exec('pragma synchronous = off')
  const statement = connection.prepare(flip)
  const repeated = repeat(perSecond, () => void statement.run())
  return () => {
    const commits = repeated()
    connection.close()
    return commits
  }
}

/** One change after another: if the database answers slowly, there are fewer. */
async function writePostgres(database: string, perSecond: number): Promise<Stop> {
  const client = new Client({ connectionString: database })
  await client.connect()
  await client.query('set synchronous_commit = off')
  let done = 0
  let last = Promise.resolve()
  const repeated = repeat(perSecond, () => {
    last = last.then(() => changeOnce())
  })
  const changeOnce = async (): Promise<void> => {
    if (isOver) return
    await client.query({ name: 'flip', text: flip })
    done += 1
  }
  let isOver = false
  return async () => {
    repeated()
    isOver = true
    await last
    await client.end()
    return done
  }
}

/** Calls `change` at the rate. The returned function ends that and returns the number of calls. */
function repeat(perSecond: number, change: () => void): () => number {
  const began = performance.now()
  let changes = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * perSecond
    for (; changes < due; changes += 1) change()
  }, 1)
  return () => {
    clearInterval(timer)
    return changes
  }
}
