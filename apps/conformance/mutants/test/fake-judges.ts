/** A judge that is easy to foresee: it asks for the first list. */
import type { Judge } from '../../src/run/judge.ts'
import { exchange, finding, judge } from '../../test/run/bench.ts'

/** Compares the first caller's list with the world, and accuses a server that names a character set. */
const lists = judge('lists', async (court, { url, callers: [caller] }) => {
  const response = await fetch(`${url}/plants`, { headers: { Authorization: `Bearer ${caller?.token}` } })
  const text = await response.text()
  const report = (rule: string, isKept: boolean): void => {
    if (isKept) court.kept(rule)
    else court.broken(finding(rule, { judge: 'lists' }))
  }
  court.record(exchange({ status: response.status, body: Buffer.from(text) }, { judge: 'lists', caller: 0 }))
  report('lists-all-plants', text === JSON.stringify(caller?.plants))
  report('list-content-type', response.headers.get('content-type') === 'application/json')
})

/** What the runner calls. */
export function makeJudges(): Promise<readonly Judge[]> {
  return Promise.resolve([lists])
}
