/** The lists of callers whose plants nobody told: the first answer tells them. */
import { isPlants } from '@plant-store/contracts/validators'
import { decodeContent } from '../../content.ts'
import { readJson } from '../answers/json-text.ts'
import type { Outcome } from '../wire.ts'
import type { Probe } from '../probe.ts'

/** From here on every list of a caller is compared with this one. */
export async function learnLists({ parties, knowledge, messenger, write }: Probe): Promise<void> {
  const operation = knowledge.operations.find(({ operationId }) => operationId === 'listPlants')
  if (operation === undefined) {
    return
  }
  const unknown = parties.filter(({ index }) => knowledge.listOf(index) === undefined)
  await Promise.all(
    unknown.map(async ({ index, token }) => {
      const { outcome } = await messenger.send(write('GET', operation.path, { token: token.mark }))
      const body = bodyOf(outcome)
      if (isPlants(body)) {
        knowledge.learn(index, body)
      }
    }),
  )
}

function bodyOf(outcome: Outcome): unknown {
  if ('silence' in outcome || outcome.status !== 200) {
    return undefined
  }
  const octets = decodeContent(outcome)
  return typeof octets === 'string' ? undefined : readJson(octets).value
}
