/** A leak is seen by a word that only one request contains, wherever it is sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import { wordsOfOthers } from '../../src/sessions/relations/others-words.ts'
import { Runner } from '../../src/sessions/runner.ts'
import { subjectOf } from '../subject.ts'
import { RecordingCourt } from '../recording-court.ts'

test('requests of two operations have no word in common', () => {
  const listAnimals = { ...operations.listPlants, operationId: 'listAnimals', path: '/animals' }
  const both = [operations.listPlants, listAnimals]
  const runner = new Runner(subjectOf('http://127.0.0.1:1'), new RecordingCourt(), both)
  const words = both.flatMap((operation) => {
    const sessions = JSON.stringify(wordsOfOthers({ runner, operation }))
    return Array.from(new Set(sessions.match(/of-request-\d+/g)))
  })
  assert.equal(words.length, 16)
  assert.equal(new Set(words).size, words.length)
})
