/** A checker that is easy to foresee: it asks for the first list. */
import type { Checker } from '../../src/run/checker.ts'
import { exchange, finding, checker } from '../../test/run/bench.ts'

/** Compares the first caller's list with the world, and accuses a server that names a character set. */
const lists = checker('lists', async (collector, { url, callers: [caller] }) => {
  const response = await fetch(`${url}/plants`, { headers: { Authorization: `Bearer ${caller?.token}` } })
  const text = await response.text()
  const report = (rule: string, isKept: boolean): void => {
    if (isKept) collector.kept(rule)
    else collector.broken(finding(rule, { checker: 'lists' }))
  }
  collector.record(
    exchange({ status: response.status, body: Buffer.from(text) }, { checker: 'lists', caller: 0 }),
  )
  report('lists-all-plants', text === JSON.stringify(caller?.plants))
  report('list-content-type', response.headers.get('content-type') === 'application/json')
})

/** What the runner calls. */
export function makeCheckers(): Promise<readonly Checker[]> {
  return Promise.resolve([lists])
}
