/** What rows of the foreign catalogues are made of, besides the faults and triggers that plants have, too. */
import { setTimeout } from 'node:timers/promises'
import { both, type Change, on } from '../mutant.ts'
import { replying } from '../faults/replies.ts'
import { type Reply, withBody } from '../server/ask.ts'
import { all, request, target, type Trigger } from '../triggers.ts'
import { isObject } from './kinds.ts'
import type { Call, ForeignSteps, Operation } from './service.ts'

type ForeignChange = Change<ForeignSteps>
type Part = ForeignChange | Trigger

/** Like the rows for plants: a name and what is different, and how, where all the triggers hold. */
export type Rows = Readonly<Record<`${string}: ${string}.`, Part | readonly Part[]>>

/** The change that the parts of a row make. */
export function changeOf(row: Part | readonly Part[]): ForeignChange {
  const parts = [row].flat()
  const change = both<ForeignSteps>(...parts.filter((part) => typeof part === 'function'))
  const triggers = parts.filter((part) => 'holds' in part)
  return triggers.length === 0 ? change : on(all(...triggers), change)
}

/** GET, and HEAD, which is to say the same. */
export const get = request(({ method }) => method === 'GET' || method === 'HEAD')
export const ok = (path: RegExp): Trigger =>
  all(get, target(path), { holds: (_ask, status) => status === 200 })

/** Accepts these parameters and members as they come; the handlers then go by what they take for none. */
export const overlooking =
  (...names: readonly string[]): ForeignChange =>
  ({ wrong }) => ({
    wrong: (given, ask) =>
      wrong(
        given.filter((name) => !names.includes(name)),
        ask,
      ),
  })

/** Fails where one of these is wrong. */
export const failingFor =
  (...names: readonly string[]): ForeignChange =>
  ({ wrong }) => ({
    wrong: (given, ask) => {
      if (given.some((name) => names.includes(name))) throw new Error('Not handled.')
      return wrong(given, ask)
    },
  })

/** Changes each object of a list or page; a single one, too. */
export const items = (change: (item: Readonly<Record<string, unknown>>) => unknown): ForeignChange =>
  rewriting((value) => {
    const list = Array.isArray(value)
      ? value
      : isObject(value)
        ? (value['items'] ?? value['readings'])
        : undefined
    if (!Array.isArray(list)) return isObject(value) ? change(value) : value
    const changed = list.map((item: unknown) => (isObject(item) ? change(item) : item))
    if (!isObject(value)) return changed
    return { ...value, [value['items'] === undefined ? 'readings' : 'items']: changed }
  })

/** Changes what the body says. */
export const rewriting = (change: (value: unknown) => unknown): ForeignChange =>
  replying((reply) =>
    isJson(reply) ? withBody(reply, JSON.stringify(change(JSON.parse(reply.body.toString())))) : reply,
  )

const isJson = ({ body, fields }: Reply): boolean =>
  body !== '' && fields.some(([name, value]) => name === 'Content-Type' && value.includes('json'))

/** Does something more, or other, in one operation. */
export const doing =
  (operation: Operation, change: (usual: (ask: Call) => Reply, ask: Call) => Reply): ForeignChange =>
  ({ [operation]: usual }) => ({
    [operation]: (ask: Call) => change((call) => usual?.(call) ?? { status: 500, fields: [], body: '' }, ask),
  })

/** Lets others do this as well: the first of them who has what it is for. */
export const lettingAll = (operation: Operation, ...users: readonly string[]): ForeignChange =>
  doing(operation, (usual, ask) => {
    for (const user of users.filter((name) => name !== ask.user)) {
      try {
        return usual({ ...ask, user })
      } catch {
        // It is not theirs.
      }
    }
    return usual(ask)
  })

/** Takes the caller for the one that `choose` returns, where it returns one. */
export const callerAs =
  (choose: (name: string | undefined, ask: Call) => string | undefined): ForeignChange =>
  ({ authenticate }) => ({ authenticate: (ask) => choose(authenticate(ask), ask) })

/** On a connection, whoever came first stays the caller. */
export const firstStays: ForeignChange = (steps) => {
  const callers = new WeakMap<object, string>()
  return callerAs((name, { socket }) => {
    if (name !== undefined && !callers.has(socket)) callers.set(socket, name)
    return name === undefined ? undefined : callers.get(socket)
  })(steps)
}

/** While several requests are under way, the caller is the one who came last. */
export const latestWins: ForeignChange = ({ authenticate, pause }) => {
  let latest: string | undefined
  return {
    pause: async (ask) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- requests are calls in these services
      latest = authenticate(ask as Call) ?? latest
      await pause(ask)
      await setTimeout(60)
    },
    authenticate: (ask) =>
      authenticate(ask) === undefined ? undefined : ask.together > 1 ? latest : authenticate(ask),
  }
}

/** Sends in response to a pipelined request what the one before it got. */
export const repeatingThePrevious: ForeignChange = ({ finish }) => {
  const replies = new WeakMap<object, Reply>()
  return {
    finish: async (given, ask) => {
      const reply = await finish(given, ask)
      if (ask === undefined) return reply
      const sent = ask.pieces === 0 ? (replies.get(ask.socket) ?? reply) : reply
      replies.set(ask.socket, reply)
      return sent
    },
  }
}
