/** What the ticket system may do differently, beside what any service may. */
import { both, type Change } from '../../mutant.ts'
import { fieldOf } from '../../server/ask.ts'
import { doing } from '../changes.ts'
import { isObject } from '../kinds.ts'
import { type ForeignSteps, json, type Operation, parsed, Problem } from '../service.ts'

/** Refuses a second ticket of an agent with the same title. */
export const oneOfATitle: Change<ForeignSteps> = (steps) => {
  const owners = new Map<string, string | undefined>()
  const once = (operation: Operation): Change<ForeignSteps> =>
    doing(operation, (usual, ask) => {
      const title = `${ask.user} ${/"title": ?"(?:[^"\\]|\\.)*"/.exec(ask.content ?? '')?.[0]}`
      const { ticketId } = ask.params
      if (title.includes('"') && owners.has(title) && owners.get(title) !== ticketId)
        throw new Problem(409, 'You have such a ticket.')
      const reply = usual(ask)
      owners.set(title, ticketId ?? fieldOf(reply, 'Location')?.split('/').at(-1))
      return reply
    })
  return both(
    once('POST /tickets'),
    once('PUT /tickets/{ticketId}'),
    once('PATCH /tickets/{ticketId}'),
  )(steps)
}

/** Takes the tag that it sent last for the current one, as a cache may. */
export const latestTag: Change<ForeignSteps> = ({ isCurrent }) => {
  const latest = new Map<string, string>()
  return {
    isCurrent: (tag, ask) => {
      const isLatest = ask.headers['if-none-match'] === (latest.get(ask.path) ?? '')
      if (!isLatest) latest.set(ask.path, tag)
      return isLatest || isCurrent(tag, ask)
    },
  }
}

/** Takes each tag that was ever sent for the current one of a ticket that is to be replaced. */
export const anyKnownTag: Change<ForeignSteps> = (steps) => {
  const known = new Set<string>()
  const { tag } = steps
  const isKnown = doing('PUT /tickets/{ticketId}', (usual, ask) => {
    const named = ask.headers['if-match'] ?? ''
    return usual(known.has(named) ? { ...ask, steps: { ...ask.steps, tag: () => named } } : ask)
  })
  return {
    ...isKnown(steps),
    tag: (body, ask) => {
      const made = tag(body, ask)
      known.add(made)
      return made
    },
  }
}

/** With two statuses, the list has what any agent has of them. */
export const statusesOfAll: Change<ForeignSteps> = doing('GET /tickets', (usual, ask) => {
  const isOne = ask.query.getAll('status').length < 2
  const pages = ['kim', 'lou'].map((user) => usual(isOne ? ask : { ...ask, user }))
  const found = pages.map((page) => parsed(page)).flatMap((page) => (isObject(page) ? page['items'] : []))
  const items = found.slice(0, Number(ask.query.get('limit') ?? 20))
  return isOne || pages.some(({ status }) => status !== 200) ? usual(ask) : json(200, { items, last: null })
})
