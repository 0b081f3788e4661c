/** Accounts for every line of a log. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

/** What the log contains: request lines, lines that can't be parsed, and the losses it reports. */
interface Account {
  readonly requests: number
  readonly torn: number
  readonly told: readonly number[]
}

/** Whether some line says that others were dropped. */
export function tellsOfLoss(lines: readonly string[]): boolean {
  return lines.some((line) => isOfLoss(line))
}

const isOfLoss = (line: string): boolean => !line.includes('"msg":"request"') && /dropped/i.test(line)

/** Counts the lines. */
export function takeAccount(lines: readonly string[]): Account {
  let requests = 0
  let torn = 0
  const told: number[] = []
  for (const line of lines.filter((text) => text !== '')) {
    try {
      const record: Record<string, unknown> = JSON.parse(line)
      if (record['msg'] === 'request') {
        requests += 1
      } else if (isOfLoss(line)) {
        told.push(Number(Object.values(record).find((value) => typeof value === 'number')))
      }
    } catch {
      torn += 1
    }
  }
  return { requests, torn, told }
}

/** Asserts that the lines written and the lines reported as lost add up to all requests. */
export function checkAccount(context: TestContext, account: Account, answered: number): void {
  context.diagnostic(JSON.stringify({ ...account, answered }))
  const { requests, torn, told } = account
  assert.equal(told.length, 1, `losses were reported ${told.length} times: ${told.join(', ')}`)
  // A write that fails midway may leave a partial line.
  assert.ok(torn <= 1, `${torn} lines can't be read`)
  const known = requests + (told[0] ?? 0)
  assert.ok(known <= answered && known >= answered - torn, `${answered} answered, ${known} accounted for`)
}
