/** With --writes: every body, right and wrong, and wrong parameters and credentials, for operations that change something. */
import type { Sent } from '../../sessions/client/sent.ts'
import { type RightBody, rightBodies, wrongBodies } from '../values/bodies.ts'
import { membersToVary, unlikeBody } from '../values/fresh.ts'
import { nextNumber } from './things/unlike.ts'
import { badOnes } from './credentials.ts'
import { alone, type Wanted } from '@plant-store/raw-http'
import { statusOf } from '../../exchange.ts'
import { declares, tell } from '../oracle/asked.ts'
import { ruleId } from '../rules.ts'
import { contentFor, unknownType } from '../values/media-types.ts'
import { type Place, type Plan, requestsOf } from './plan.ts'
import { forEachChanging } from './stage.ts'
import { lackingOnes, wrongOnes } from './values.ts'

export const bodies = forEachChanging('bodies', async (place, plain) => {
  if (place.operation.method !== 'DELETE') await tryBodies(place, plain)
})

/** What a service removes for anybody can't be asked for any more. */
export const removals = forEachChanging('removals that must be refused', async (place, plain) => {
  if (place.operation.method === 'DELETE') await tryBodies(place, plain)
})

/** What must be refused comes first, and nothing is removed: the rest is for what is there. */
async function tryBodies(place: Place, plain: Plan): Promise<void> {
  const { player, operation } = place
  const { service, steady } = player.oracle
  const { contract } = service
  steady.end()
  const { body: declared } = operation
  const right = declared === undefined ? [] : rightBodies(contract, declared, { seed: player.subject.seed })
  const wrong = declared === undefined ? [] : wrongBodies(contract, declared)
  const plan = { ...plain, body: right[0] }
  const asks = requestsOf(place, [
    ...badOnes(place).map((bad) => Object.assign({ ...plan, caller: undefined }, bad)),
    ...wrong.map((body) => Object.assign({ ...plan }, { body })),
    ...wrongOnes(place, plan),
    ...lackingOnes(plan),
  ])
  // What the document leaves open might be done.
  await askUnlike(place, plan, right[0], await askWrong(place, asks))
  if (operation.method === 'DELETE' || declared === undefined) return
  await askAsText(place, plan)
  const plans = right.map((body) => Object.assign({ ...plan }, { body }))
  const sent = await player.askAll(requestsOf(place, plans))
  const held = plans
    .slice(0, 1)
    .map((one) => Object.assign({}, one, { fields: [['Expect', '100-continue']] }))
  await player.askApart(requestsOf(place, held))
  const accepted = sent.findIndex(({ outcome }) => 'status' in outcome && outcome.status < 300)
  // Others may have been refused for reasons that the document does not speak of.
  if (accepted > 0) {
    const more = wrongBodies(contract, declared, [right[accepted]?.value])
    await askWrong(
      place,
      requestsOf(
        place,
        more.map((body) => Object.assign({ ...plan }, { body })),
      ),
    )
  }
}

/** Who goes by the type of a body, and refuses one that is unknown, reads no text as JSON. */
async function askAsText(place: Place, plan: Plan): Promise<void> {
  const { player, operation } = place
  const { contents = [] } = operation.body ?? {}
  if (plan.body === undefined || contentFor(contents, 'text/plain') !== undefined) return
  const { body, mediaType } = plan.body
  const asks = requestsOf(
    place,
    [unknownType, 'text/plain', mediaType].map((type) =>
      Object.assign({ ...plan }, { body: { body, mediaType: type } }),
    ),
  )
  const [unknown, text, right] = await player.askApart(asks)
  tellUnknown(place, unknown, right)
  if (statusOf(unknown?.outcome) !== 415 || text === undefined) return
  if ('noResponse' in text.outcome || text.outcome.status >= 300) return
  const due = '415, as for another type that is not declared'
  const rule = ruleId(operation, 'request-body')
  player.findings.tell({ rule, came: tell(text.outcome), due }, text, alone({ request: text.request }))
}

/** Where 415 is declared, a type that nobody declares is not refused for something else. `right`: the same with a declared one. */
function tellUnknown({ player, operation }: Place, sent: Sent | undefined, right: Sent | undefined): void {
  const status = statusOf(sent?.outcome) ?? 0
  const isDue = declares(operation, 415) && (statusOf(right?.outcome) ?? 400) < 300
  if (sent === undefined || !isDue || ![400, 422].includes(status)) return
  const due = '415, as the document says: with a declared type it is a success'
  const breach = { rule: 'refused-as-declared', came: String(status), due }
  player.findings.tell(breach, sent, alone({ request: sent.request }))
}

/** So many other members are tried in place of those that are taken. */
const mostWays = 4

/** What is refused since there is an equal thing (409) might be accepted if there were none. */
async function askUnlike(
  place: Place,
  plan: Plan,
  right: RightBody | undefined,
  sent: readonly Sent[],
): Promise<void> {
  const { contract } = place.player.oracle.service
  const taken = sent.filter(({ outcome }) => statusOf(outcome) === 409)
  if (right === undefined || taken.length === 0) return
  for (const names of membersToVary(contract, right).slice(0, mostWays)) {
    const plans = taken.flatMap(({ request: { body = '' } }): readonly Plan[] => {
      const other = unlikeBody(contract, right, names, { body, number: nextNumber() })
      return other === undefined ? [] : [{ ...plan, body: { ...right, body: other } }]
    })
    const again = await askWrong(place, requestsOf(place, plans))
    if (again.some(({ outcome }) => statusOf(outcome) !== 409)) return
  }
}

const askWrong = ({ player }: Place, asks: readonly Wanted[]): Promise<readonly Sent[]> =>
  player.askAll(asks.filter(({ request }) => player.oracle.analyse(request).faults.length > 0))
