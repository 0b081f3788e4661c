/** The client never gives a plant that is none: before each faulty server whose answers break a schema. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AnswerError, listPlants, plants, type RequestOptions } from '@plant-store/client'
import { Plants, PlantStoreError } from '@plant-store/contracts/schemas'
import { Value } from '@sinclair/typebox/value'
import { mutantById } from '../../mutants/catalogue.ts'
import { expandRequest, readKillers } from '../../mutants/run/killers.ts'
import { startMutant } from '../../mutants/server/start.ts'
import { toWorldFile } from '../../mutants/server/world.ts'
import type { SentRequest } from '../../src/exchange.ts'
import { subjectOf } from '../subject.ts'

/** The rules that a validator of the schemas can see broken. */
const schemaRules = new Set([
  'payload-is-json',
  'list-is-array',
  'items-are-objects',
  'plant-has-name',
  'plant-name-is-text',
  'plant-tag-is-text',
  'bodies-as-declared',
  'error-is-object',
  'error-has-both-members',
  'error-is-integer',
  'error-is-int32',
  'message-is-text',
  'every-refusal-has-error-body',
])

/**
 * Broken only in a way that no caller of fetch sees, or no parser of JSON in JavaScript tells: a coding that nobody asked
 * for is undone, of two members of one name the last one counts, a mark of the byte order is passed over, as RFC 8259,
 * 8.1, allows, the check sum behind packed content is not missed, and nobody speaks HTTP/1.0.
 */
const alike = new Set([
  'json-duplicate-name',
  'json-duplicate-tag',
  'json-marked',
  'error-body-marked',
  'error-body-duplicate',
  'packed-cut',
  'packed-unasked',
  'gzip-for-nothing',
  'gzip-within-name',
  'long-for-the-old',
])

/** Sends this request, whatever the client asks for, so that it meets the very answer that shows the fault. */
const sending =
  (url: string, { method, target, fields }: SentRequest): typeof fetch =>
  (_, init) => {
    const own = fields.filter(([name]) => !/^(?:host|connection)$/i.test(name))
    const headers = own.map(([name, value]): [string, string] => [name, value])
    return fetch(url + target, { ...init, method, headers })
  }

type Met = 'a list' | 'an error' | 'unexpected' | 'no answer'

/** What both calls made of the answer. */
async function meet(options: RequestOptions): Promise<readonly Met[]> {
  return [await whole(options), await onePlantAfterTheOther(options)]
}

async function whole(options: RequestOptions): Promise<Met> {
  try {
    const result = await listPlants(options)
    if (result.status === 'unexpected') return 'unexpected'
    if (result.status === 200) assertPlants(result.body)
    else assert.ok(Value.Check(PlantStoreError, result.body))
    return result.status === 200 ? 'a list' : 'an error'
  } catch (error) {
    // What fetch says of a connection that broke.
    if (!(error instanceof TypeError)) throw error
    return 'no answer'
  }
}

async function onePlantAfterTheOther(options: RequestOptions): Promise<Met> {
  try {
    for await (const plant of plants(options)) assertPlants([plant])
    return 'a list'
  } catch (error) {
    if (error instanceof TypeError) return 'no answer'
    if (!(error instanceof AnswerError)) throw error
    return error.result.status === 'unexpected' ? 'unexpected' : 'an error'
  }
}

/** By TypeBox, which the client knows nothing of; and no text has lost an octet that was no UTF-8. */
function assertPlants(list: readonly unknown[]): void {
  assert.ok(Value.Check(Plants, list), JSON.stringify(list))
  assert.ok(list.every(({ name }) => !name.includes('\uFFFD')))
}

describe('before faulty servers the client', async () => {
  const killers = Object.entries(await readKillers())
  const broken = killers.flatMap(([id, killer]) =>
    killer !== undefined && schemaRules.has(killer.rule) && 'session' in killer
      ? [{ id, session: killer.session }]
      : [],
  )

  it('meets all that break a schema', (t) => {
    t.diagnostic(`${broken.length} servers`)
    assert.ok(broken.length > 100)
  })

  for (const { id, session } of broken) {
    const mutant = mutantById(id)
    it(`gives nothing of ${id}: ${mutant.fault}`, async () => {
      await using running = await startMutant(mutant)
      const subject = subjectOf(running.url, toWorldFile(mutant.world))
      const met: Met[] = []
      for (let times = 0; times < session.times; times += 1) {
        for (const request of session.requests) {
          const fetching = sending(running.url, expandRequest(request, subject))
          met.push(...(await meet({ baseUrl: running.url, token: 'any', retries: 0, fetch: fetching })))
        }
      }
      const isTold = met.some((one) => one === 'unexpected' || one === 'no answer')
      assert.equal(isTold, !alike.has(id), met.join(', '))
    })
  }
})
