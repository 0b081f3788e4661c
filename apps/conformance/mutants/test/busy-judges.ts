/** A judge that sees nothing the first two times, in whichever process, and then accuses every server. */
import { appendFile, readFile } from 'node:fs/promises'
import type { Judge } from '../../src/court/judge.ts'
import { exchange, finding, judge } from '../../test/court/bench.ts'

/** The environment variable that names the file it counts in. */
export const countVariable = 'BUSY_JUDGES_COUNT'

const busy = judge('busy', async (court) => {
  const file = process.env[countVariable] ?? ''
  await appendFile(file, '.')
  const { length } = await readFile(file, 'utf8')
  court.record(exchange({}, { judge: 'busy' }))
  if (length > 2) court.broken(finding('list-content-type', { judge: 'busy' }))
})

/** What the runner calls. */
export function makeJudges(): Promise<readonly Judge[]> {
  return Promise.resolve([busy])
}
