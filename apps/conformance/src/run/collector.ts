/** Collects what all checkers see of each rule while they work side by side. */
import { operationsAt, splitTarget } from '../document/paths.ts'
import { type Exchange, hasResponse, type SentRequest } from '../exchange.ts'
import type { Rule } from '../rules/rules.ts'
import type { Basis, Declared } from './basis.ts'
import type { Collector, Finding } from './checker.ts'
import { Quiet } from './quiet.ts'
import { RateLimit } from './rate-limit.ts'
import { namesOf } from './selection.ts'

/** Findings kept for one rule, operation and checker. */
const maxFindings = 10
/** Of each body at most this many bytes are kept: of a rule and a checker, a dozen exchanges are. */
const longBody = 64 * 1024

/** What was seen of one rule. */
export interface Seen {
  kept: number
  refused: number
  readonly findings: Finding[]
  readonly reasons: Set<string>
  keptBy?: Exchange
  refusedBy?: Exchange
}

/** What a checker tells of its work while it lasts. */
export interface Told {
  /** How many requests it made. */
  exchanges: number
  /** What it did not try, and why, one sentence each. */
  readonly notReached: string[]
}

/** One check: all rules that a checker may name, how checkers are to work, and who is told about it while it lasts. */
interface CollectedOptions
  extends Pick<Basis, 'rules' | 'operations'>, Pick<Collector, 'pace' | 'signal' | 'timeUp'> {
  /** Of other rules, nothing that is said counts. */
  readonly counts: (rule: Rule) => boolean
  /** Called after each exchange, and with every finding that counts. */
  readonly onChange: (collected: Collected) => void
}

/** What one check saw. What a checker says after it was told to stop does not count: it may be a consequence of that. */
export class Collected {
  /** How many exchanges there were. */
  exchanges = 0
  /** How many findings there were, more than are kept. */
  broken = 0
  /** The statuses that came, for each operation that the document declares. */
  readonly came: ReadonlyMap<Declared, Set<number>>
  readonly limit = new RateLimit()
  /** The largest share of its work that a checker left untried. */
  untried = 0
  /** What no value could be made of, in a sentence, and for which operation. */
  readonly notMade: (readonly [what: string, operation: string])[] = []
  /** What was seen of each rule that counts. */
  readonly seen: ReadonlyMap<Rule, Seen>
  readonly #quiet = new Quiet()
  readonly #rules: ReadonlyMap<string, Rule>
  readonly #options: CollectedOptions

  constructor(options: CollectedOptions) {
    this.#options = options
    this.#rules = new Map(options.rules.map((rule) => [rule.id, rule]))
    const counted = options.rules.filter((rule) => options.counts(rule))
    this.seen = new Map(
      counted.map((rule) => [rule, { kept: 0, refused: 0, findings: [], reasons: new Set() }]),
    )
    this.came = new Map(options.operations.map((one) => [one, new Set()]))
  }

  /** Where one checker reports. It adds to `told` what requests it made, and what it did not try. */
  collectorFor(told: Told): Collector {
    const { operations, signal, timeUp, pace } = this.#options
    return {
      signal,
      timeUp,
      pace,
      quiet: this.#quiet,
      record: (made) => {
        this.exchanges += 1
        told.exchanges += 1
        const exchange = { id: this.exchanges, ...made }
        const own = operationFor(operations, exchange.request)
        if (own !== undefined && hasResponse(exchange)) this.came.get(own)?.add(exchange.response.status)
        this.limit.see(exchange)
        this.#options.onChange(this)
        return exchange
      },
      kept: (rule, exchange) => this.#show('kept', rule, exchange),
      refused: (rule, exchange) => this.#show('refused', rule, exchange),
      broken: (finding) => this.#broken(finding),
      inconclusive: (rule, reason) => void this.#countedFor(rule)?.reasons.add(reason),
      notMade: (...what) => void this.notMade.push(what),
      notReached: (what, share = 0) => {
        this.untried = Math.max(this.untried, share)
        told.notReached.push(what)
      },
    }
  }

  #broken(finding: Finding): void {
    const findings = this.#countedFor(finding.rule)?.findings
    if (findings === undefined) return
    const { checker, exchange } = finding
    const own = exchange && operationFor(this.#options.operations, exchange.request)
    const operation = own ? namesOf(own) : []
    const alike = findings.filter((one) => one.checker === checker && one.operation?.[0] === operation[0])
    if (alike.length < maxFindings)
      findings.push({ ...finding, operation, ...(exchange && { exchange: toKeep(exchange) }) })
    this.broken += 1
    this.#options.onChange(this)
  }

  #show(what: 'kept' | 'refused', rule: string, exchange: Exchange | undefined): void {
    const seen = this.#countedFor(rule)
    if (seen === undefined) return
    seen[what] += 1
    if (exchange !== undefined) seen[`${what}By` as const] ??= toKeep(exchange)
  }

  /** Throws a `RangeError` for a rule that does not exist. */
  #countedFor(id: string): Seen | undefined {
    const rule = this.#rules.get(id)
    if (rule === undefined) throw new RangeError(`There is no rule ${JSON.stringify(id)}.`)
    return this.#options.signal.aborted ? undefined : this.seen.get(rule)
  }
}

/** The operation that the request is for. */
export const operationFor = (
  operations: readonly Declared[],
  { method, target }: SentRequest,
): Declared | undefined =>
  operationsAt(
    operations.filter((one) => one.method === method),
    splitTarget(target)[0],
  )[0]

/** The copy of the exchange that may be held, and shown: no request that contains part of a token is kept. */
function toKeep({ shown, ...sent }: Exchange): Exchange {
  const { request, response } = { ...sent, ...(shown && { request: shown }) }
  if ('noResponse' in response || response.body.length <= longBody) return { ...sent, request, response }
  const { length } = response.body
  // Copied: a subarray would keep the whole buffer in memory.
  const body = Buffer.from(response.body.subarray(0, longBody))
  return { ...sent, request, response: { ...response, body, bodyLength: length } }
}
