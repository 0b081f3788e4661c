/** With --writes: every body, right and wrong, and wrong parameters and credentials, for operations that change something. */
import type { Sent } from '../../sessions/client/sent.ts'
import { rightBodies, type RightBody, type WrittenBody, wrongBodies } from '../values/bodies.ts'
import { freshBody, membersToVary } from '../values/fresh.ts'
import { badOnes } from './credentials.ts'
import { ruleId } from '../rules.ts'
import type { RequestBody } from '../model.ts'
import { contentFor, unknownType } from '../values/media-types.ts'
import { type Plan, type Plans, varied, withField } from './plan.ts'
import { askAll, askApart, askWrong, say, forEachChanging } from './stage.ts'
import { lackingOnes, wrongOnes } from './values.ts'

export const bodies = forEachChanging('bodies', (plain) => tryBodies(plain, false))

/** What a service removes for anybody can't be asked for any more. */
export const removals = forEachChanging('removals that must be refused', (plain) => tryBodies(plain, true))

const withBodies = (plan: Plan, all: readonly WrittenBody[]): Plans => varied(plan, all, (body) => ({ body }))

/** What must be refused comes first, and nothing is removed: the rest is for what is there. */
async function tryBodies(plain: Plan, isRemoval: boolean): Promise<void> {
  const { player, operation } = plain
  if ((operation.method === 'DELETE') !== isRemoval) return
  const { contract } = player.oracle.service
  player.oracle.steady.end()
  const { body: declared } = operation
  const right = declared === undefined ? [] : rightBodies(contract, declared)
  const wrong = declared === undefined ? [] : wrongBodies(contract, declared)
  const plan = { ...plain, body: right[0] }
  const refused = await askWrong([
    ...badOnes(plan),
    ...withBodies(plan, wrong),
    ...wrongOnes(plan),
    ...lackingOnes(plan),
  ])
  if (isRemoval || declared === undefined) return
  if (right[0] !== undefined) await askUnlike(plan, declared, right[0], refused)
  await askAsText(plan)
  const sent = await askAll(withBodies(plan, right))
  if (right.length > 0) await askApart([withField(plan, ['Expect', '100-continue'])])
  const accepted = sent.findIndex(({ response }) => isSuccess(response?.status))
  // Others may have been refused for reasons that the document does not speak of.
  if (accepted > 0)
    await askWrong(withBodies(plan, wrongBodies(contract, declared, [right[accepted]?.value])))
}

const isSuccess = (status = 500): boolean => status < 300

/** Who goes by the type of a body, and refuses one that is unknown, reads no text as JSON, and refuses it for its type. */
async function askAsText(plan: Plan): Promise<void> {
  const { operation, body } = plan
  const { contents = [] } = operation.body ?? {}
  if (body === undefined || contentFor(contents, 'text/plain') !== undefined) return
  const others = varied(plan, [unknownType, 'text/plain'], (mediaType) => ({ body: { ...body, mediaType } }))
  const all = await askApart(others)
  const [unknown, text] = all.map(({ response }) => response?.status)
  if (unknown === 415 && isSuccess(text)) {
    const said = { came: String(text), due: '415, as for another type that is not declared' }
    say(plan, ruleId(operation, 'request-body'), said, all[1])
  }
}

/** What is refused since there is an equal thing (409) might be accepted if there were none: a few other members are tried. */
async function askUnlike(
  plan: Plan,
  declared: RequestBody,
  right: RightBody,
  sent: readonly Sent[],
): Promise<void> {
  let isTaken = sent.some(({ response }) => response?.status === 409)
  for (const names of membersToVary(right).slice(0, 4)) {
    const fresh = isTaken ? freshBody(right, names) : undefined
    if (fresh === undefined) continue
    const wrong = wrongBodies(right.demands.contract, declared, [fresh.value])
    const again = await askWrong(withBodies(plan, wrong))
    isTaken = again.some(({ response }) => response?.status === 409)
  }
}
