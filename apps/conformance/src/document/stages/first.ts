/** The first requests: each caller alone, twice. They show what exists, and what each caller may see. */
import { setTimeout } from 'node:timers/promises'
import { alone } from '@plant-store/raw-http'
import type { RawResponse } from '../../exchange.ts'
import { readJson } from '../oracle/content.ts'
import { isSafe } from '../model.ts'
import { itemsOf, valueIn } from '../items.ts'
import { listsIn } from '../paging.ts'
import { variablesOf } from '../paths.ts'
import { linkedValues } from './links.ts'
import { findOwnForms } from './own-forms.ts'
import { type Place, type Plan, planFor, valuesOf, wanted, whoAsks, withValues } from './plan.ts'
import type { DocumentStage } from './stage.ts'

/** What changes each second differs then, such as a time. */
const apartMs = 1100

/** Those with fewer variables in the path first: their responses name what the others ask for. */
export const firstRequests: DocumentStage = {
  name: 'first requests',
  run: async (player) => {
    const operations = player.oracle.service.operations
      .filter(({ method }) => isSafe(method))
      .toSorted((one, other) => variablesOf(one) - variablesOf(other))
    const seen = new Map<string, Seen>()
    for (const operation of operations) {
      await findOwnForms({ player, operation })
      await askAll({ player, operation }, seen)
    }
    await setTimeout(apartMs, undefined, { signal: player.collector.signal })
    for (const operation of operations) await askAll({ player, operation }, seen)
    // Not before everybody was asked for everything: only then is it known what somebody else never gets.
    for (const {
      who,
      operation,
      responses: [first, again],
    } of seen.values())
      if (first !== undefined && again !== undefined) player.oracle.access.learn(who, operation, first, again)
    for (const operation of operations) reportUnknown({ player, operation })
  },
}

/** What came to a client for the same request, each time. */
interface Seen {
  readonly who: number | undefined
  /** Its id. */
  readonly operation: string
  readonly responses: RawResponse[]
}

async function askAll(place: Place, seen: Map<string, Seen>): Promise<void> {
  const everybody = new Set([...whoAsks(place), undefined])
  for (const who of everybody) for (const plan of plansOf(place, who)) await askOne(place, plan, seen)
}

async function askOne(place: Place, plan: Plan, seen: Map<string, Seen>): Promise<void> {
  const { player, operation } = place
  const who = plan.caller
  const ask = wanted(place, plan)
  if (ask === undefined) return
  const [[sent] = []] = await player.run([alone(ask)], 1)
  if (sent === undefined || 'noResponse' in sent.outcome || sent.outcome.status >= 300) return
  const { service } = player.oracle
  const inPath = [...plan.values].filter(([one]) => one.in === 'path')
  const values = new Map(inPath.map(([{ name }, value]) => [name, value] as const))
  service.find(operation.path, values, who)
  const key = `${operation.id} ${who} ${ask.request.target}`
  const own = seen.get(key) ?? { who, operation: operation.id, responses: [] }
  own.responses.push(sent.outcome)
  seen.set(key, own)
  for (const [name, value] of linkedValues(operation, sent.outcome)) service.link(name, value, who)
  learnValues(place, who, values, sent.outcome)
}

/** The plain request, with each of the first values that a variable of its path may have. */
function plansOf(place: Place, who: number | undefined): readonly Plan[] {
  const plan = planFor(place, who)
  if (plan === undefined) return []
  const others = [...plan.values].flatMap(([one, first]) =>
    one.in !== 'path'
      ? []
      : valuesOf(place, one, who)
          .slice(0, mostTried)
          .filter((value) => value !== first)
          .map((value) => withValues(plan, [[one, value]])),
  )
  return [plan, ...others]
}

const mostTried = 6

/** Learns from a list what can be asked for below its path: from `/tools` the values of `{toolId}` in `/tools/{toolId}`. */
function learnValues(
  { player, operation }: Place,
  who: number | undefined,
  values: ReadonlyMap<string, unknown>,
  response: RawResponse,
): void {
  const { service } = player.oracle
  const { value: content } = readJson(response)
  const items = itemsOf(content).slice(0, 5)
  // Of several lists, it is not known which has what is found below the path.
  const isSure = Array.isArray(content) || listsIn(content).length === 1
  for (const { path } of service.contract.operations) {
    const [, name] = path.startsWith(`${operation.path}/`)
      ? (/^\/\{([^}]+)\}/.exec(path.slice(operation.path.length)) ?? [])
      : []
    if (name === undefined) continue
    for (const item of items) {
      const value = valueIn(item, name)
      if (value === undefined) continue
      service.list(`${operation.path}/{${name}}`, new Map([...values, [name, value]]), who, isSure)
    }
  }
}

/** An operation that can't be asked for is reported: nothing of it was seen. */
function reportUnknown({ player, operation }: Place): void {
  const who = whoAsks({ player, operation })
  if (who.some((one) => planFor({ player, operation }, one) !== undefined)) return
  const names = operation.parameters
    .filter((one) => one.isRequired && valuesOf({ player, operation }, one, who[0]).length === 0)
    .map(({ name }) => name)
  const reason =
    names.length > 0
      ? `no value of ${names.join(', ')} is known: give one as \`values\` in the world file`
      : 'no caller is known'
  player.collector.notReached(`Not asked for ${operation.method} ${operation.path}: ${reason}.`)
}
