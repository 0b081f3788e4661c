/** How a service is asked: whose certificate is accepted, how fast, and how long a response may take. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { serveSockets, toCurl, Secrets } from '@plant-store/raw-http'
import { basisBy } from '../../plant-store/tools/schemathesis.ts'
import { argumentsFor } from '../../src/adapters/schemathesis/command.ts'
import { Pace } from '../../src/run/pace.ts'
import { sessionsChecker } from '../../plant-store/checker.ts'
import { checkAlone, startWith, subjectAt } from '../broken-server.ts'
import { serve } from '../serve.ts'
import { certificateName, missing, overTls } from '../services/transports.ts'
import { good, run } from './run.ts'

const directory = await temporaryDirectory()
after(() => directory.remove())

const server = await serve((_request, response) => response.end('[]'))
after(() => server[Symbol.asyncDispose]())

describe('a service with a certificate of its own', { skip: missing('openssl', 'version') }, async () => {
  const secure = await overTls(Number(new URL(server.url).port), directory.path)
  after(() => secure[Symbol.asyncDispose]())
  const file = join(directory.path, certificateName)
  for (const [words, code, said] of [
    [[], 2, /certificate was not accepted \(.*\); --cacert names one to trust\./],
    [['--cacert', file], 0, /^The service keeps the contract/],
    [['--insecure'], 0, /^The service keeps the contract[^]*, seed 1 · certificates not verified\n$/],
  ] as const)
    test(`is ${code === 0 ? '' : 'not '}trusted with ${words[0] ?? 'no option'}`, async () => {
      const ended = await run(['check', secure.url, ...words], { checkers: [good] })
      assert.equal(ended.code, code, ended.stdout)
      assert.match(ended.stdout, said)
    })
  test('its lines of curl and schemathesis trust it, too', () => {
    const secrets = new Secrets({ callers: [], refused: [] })
    const request = { method: 'GET', target: '/plants', fields: [] }
    for (const [trust, curl, schemathesis] of [
      [{ cacert: file }, ['--cacert ', file], `--tls-verify=${file}`],
      [{ isInsecure: true }, [' -k '], '--tls-verify=false'],
    ] as const) {
      const line = toCurl([request], { url: secure.url, secrets, ...trust })
      assert.ok(
        curl.every((part) => line.includes(part)),
        line,
      )
      const words = argumentsFor(subjectAt(secure.url, trust), basisBy(), '/')
      assert.ok(words.includes(schemathesis), words.join(' '))
    }
  })
})

test('--cacert names a file of certificates', async () => {
  const file = join(directory.path, 'none.pem')
  await writeFile(file, 'none')
  for (const [name, due] of [
    [file, /^--cacert names no certificate in PEM: .+none\.pem can't be read/],
    [
      'nowhere.pem',
      /^--cacert names no certificate in PEM: nowhere\.pem can't be read: no such file or directory\.\n$/,
    ],
  ] as const) {
    const { code, stderr } = await run(['check', 'http://127.0.0.1:1', '--cacert', name])
    assert.equal(code, 2)
    assert.match(stderr, due)
  }
})

test('--timeout says how long a response may take', async () => {
  await using silent = await serveSockets(() => {})
  const { code, stdout } = await run(['check', silent.url, '--timeout', '1s'], { checkers: [good] })
  assert.equal(code, 2)
  assert.match(stdout, /does not answer in time \(1 s\)\./)
})

describe('a limited rate', () => {
  test('is kept by sessions, and told', async () => {
    await using reference = await startWith({})
    const beganAt = performance.now()
    const subject = subjectAt(reference.url, { rate: 100, timeMs: 2000 })
    const { checkers } = await checkAlone(subject, sessionsChecker())
    const seconds = (performance.now() - beganAt) / 1000
    const [own] = checkers
    // What belongs together comes together, and is paid for afterwards.
    assert.ok((own?.exchanges ?? 0) <= 100 * seconds + 40, `${own?.exchanges} in ${seconds} s`)
    assert.match(own?.notReached.join(' ') ?? '', /at most 100 requests a second: .* one after the other/)
  })
  test('is shared with schemathesis, and whole again afterwards', () => {
    const pace = new Pace(8)
    const lent = pace.lend()
    assert.equal(lent.rate, 2)
    const words = argumentsFor(subjectAt('http://127.0.0.1:1'), basisBy(), '/', lent.rate)
    assert.ok(words.includes('--rate-limit=2/s'), words.join(' '))
    lent[Symbol.dispose]()
    assert.equal(pace.lend().rate, 2)
  })
})
