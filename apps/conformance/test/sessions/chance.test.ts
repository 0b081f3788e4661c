/** What differs between answers to the same request is not a difference between answers to two requests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sent } from '../../src/sessions/sent.ts'
import type { Answer } from '../../src/exchange.ts'
import { Chance } from '../../src/sessions/relations/chance.ts'
import { answerOf } from '../answer-of.ts'

const request = { method: 'GET', target: '/plants', fields: [] }
const sent = { request } as unknown as Sent

const answer = (message: string): Answer => answerOf(401, `{"error":40102,"message":"${message}"}`)

test('a word that changes with every message is ignored, however it is spelled', () => {
  const chance = new Chance()
  for (const word of ['kxQ_81-ab', 'kmotvwzbnhq'])
    chance.learn(sent, answer(`Not accepted. Reference: ${word}.`))
  const texts = ['deadbeef12SbP', 'vtqhdjbbbnnk', 'kxx', '7'].map((word) =>
    chance.textOf(answer(`Not accepted. Reference: ${word}.`)),
  )
  assert.equal(new Set(texts).size, 1, texts.join('\n'))
  assert.notEqual(chance.textOf(answer('It has expired. Reference: kxx.')), texts[0])
})
