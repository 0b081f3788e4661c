/** One row against a running service. */
import type { Answer } from '@plant-store/testkit'
import { textOf } from '@plant-store/testkit/rows'
import { composeRow } from './compose.ts'
import { exchange, type Outcome } from './exchange.ts'
import { judgeAnswer, type Known } from './judge.ts'
import { reportRow } from './report.ts'
import type { Context } from './contexts.ts'
import type { Due, Row } from './table.ts'
import { fill } from './words.ts'

/** The request sent on a connection that a row leaves open: no row sends it, and its user is another. */
const probe = { send: 'GET /plants?limit=2&probe', as: 'ben' }
const probeDue: Due = { due: 200, plants: 'first 2 of ben' }

/** Sends the row and judges the answers. Resolves to a report if something is wrong with them. */
export async function checkRow(row: Row, context: Context): Promise<string | undefined> {
  const { words } = context
  const composed = composeRow(row, words)
  const target = { ...context, probe: fill(textOf(probe), words) }
  const outcome = await exchange(row, composed, target)
  const faults = [
    ...outcome.answers.flatMap((response, index) =>
      judgeAnswer(response, composed.methods[index] ?? 'GET', row.dues[index] ?? probeDue, context),
    ),
    ...outcome.faults,
    ...probeFaults(outcome, context),
  ]
  return faults.length === 0 ? undefined : reportRow(row, outcome, faults)
}

function probeFaults({ probed }: Outcome, known: Known): readonly string[] {
  return probed.flatMap((response: Answer) =>
    judgeAnswer(response, 'GET', probeDue, known).map((fault) => `to the next request: ${fault}`),
  )
}
