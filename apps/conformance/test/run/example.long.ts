/** The example in another language, started and checked as docs/proof says: only this finds that its output differs. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { expectPicture } from '@plant-store/testkit'
import { makeCheckers } from '../../plant-store/checkers.ts'
import { startProgram } from '../services/start-program.ts'
import { unhurriedMs } from '../subject.ts'
import { run } from './run.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const readme = await readFile(new URL('../../../../docs/proof/README.md', import.meta.url), 'utf8')
const [, start = '', check = ''] =
  /```sh\n(python3 .*) &\npnpm conformance (.*)\n```/.exec(readme.replaceAll(' apps/', ` ${root}apps/`)) ?? []
const [, promised = ''] = /begins with\n\n```\n(.*)\n```/.exec(readme) ?? []

test('the service in another language keeps the given contract, as the document shows, but not the rest', async () => {
  await using service = await startProgram(start.replace('8090', '0').split(' '))
  const words = check.replace('http://127.0.0.1:8090', service.url).split(' ').concat('--budget', 'quick')
  const checkers = await makeCheckers()
  const given = await run(words, { checkers, timeMs: unhurriedMs })
  assert.equal(given.stdout.split('\n')[0], promised, given.stdout + given.stderr)
  assert.equal(given.code, 0)
  // One checker is enough to show that; what all checkers say is held to tables for services like this one.
  const sessions = checkers.find(({ name }) => name === 'sessions')
  assert.ok(sessions !== undefined)
  const withoutOnly = words.filter((word) => word !== '--only' && word !== 'given')
  const whole = await run(withoutOnly, { checkers: [sessions], timeMs: unhurriedMs })
  assert.equal(whole.code, 1)
  assert.match(whole.stdout, /What must be refused gets a success: nothing checks limit/)
  // The verdict, two of the failures, and the contract part by part.
  const blocks = whole.stdout.replaceAll(service.url, 'http://127.0.0.1:8090').split('\n\n')
  const chosen = blocks.filter((block) => /^The service|nothing checks|lack WWW|^contracts/.test(block))
  assert.equal(chosen.length, 4, whole.stdout)
  await expectPicture(
    `${root}docs/proof/picture.svg`,
    `$ pnpm conformance check http://127.0.0.1:8090 --world world.json\n${chosen.join('\n…\n')}`,
    // How many failures there are, how their groups fared, and the place of a sentence in the document.
    /\d+ failures|>\d+\. |openapi\.yaml:\d+|[█✕░].*/g,
  )
})
