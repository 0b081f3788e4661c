/** Judges that are easy to foresee: one asks for the first list, the other knows no mercy. */
import type { Judge } from '../../src/court/judge.ts'

/** Holds the first caller's list against the world, and accuses whoever names a character set. */
const lists: Judge = {
  name: 'lists',
  judge: async ({ url, callers: [caller] }, court) => {
    const response = await fetch(`${url}/plants`, { headers: { Authorization: `Bearer ${caller?.token}` } })
    const text = await response.text()
    const report = (rule: string, isKept: boolean): void => {
      if (isKept) {
        court.kept(rule)
      } else {
        court.broken({
          rule,
          judge: 'lists',
          came: 'something else',
          due: 'what is due',
          curl: `curl ${url}`,
        })
      }
    }
    court.record({
      judge: 'lists',
      caller: 0,
      request: { method: 'GET', target: '/plants', fields: [] },
      answer: {
        version: '1.1',
        status: response.status,
        reason: '',
        fields: [],
        body: Buffer.from(text),
        faults: [],
      },
      startedAt: new Date(),
      durationMs: 1,
      connection: 1,
    })
    report('lists-all-plants', text === JSON.stringify(caller?.plants))
    report('list-content-type', response.headers.get('content-type') === 'application/json')
  },
}

/** What the runner asks for. */
export function makeJudges(): Promise<readonly Judge[]> {
  return Promise.resolve([lists])
}
