/** A proxy that forwards requests to a correct service in its own way is accused where it refuses, and only there. */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { runLine, serveSockets } from '@plant-store/raw-http'
import { startWith, subjectAt } from '../broken-server.ts'
import { runnerAt, runStage } from './trial.ts'

/** The bytes to forward for those of a client; undefined where the client was sent away. */
type HandOn = (bytes: Buffer, client: Socket) => string | undefined

/** Calls `toHandOn` for each connection. The stage is played up to the first breach of the rule, if there is one. */
async function play(
  stage: string,
  toHandOn: () => HandOn,
  rule: string,
  look: (played: ReturnType<typeof runnerAt>) => unknown,
): Promise<void> {
  await using service = await startWith({})
  await using proxy = await serveSockets((client) => {
    const upstream = connect(Number(new URL(service.url).port), '127.0.0.1')
    const handOn = toHandOn()
    client.on('data', (bytes) => {
      const handed = handOn(bytes, client)
      if (handed !== undefined) upstream.write(handed, 'latin1')
    })
    client.once('end', () => upstream.end())
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    upstream.pipe(client)
  })
  const played = runnerAt(proxy.url, subjectAt(proxy.url))
  const { collector, runner } = played
  collector.stopAt(rule)
  await runStage(stage, runner).catch((error: unknown) => assert.ok(collector.signal.aborted, String(error)))
  await look(played)
}

/** Tidies the line ends of a request; what may be half a line end waits for the rest. */
function tidier(): HandOn {
  let waiting = ''
  return (bytes) => {
    const text = waiting + bytes.toString('latin1')
    waiting = text.endsWith('\r') ? '\r' : ''
    return tidy(waiting === '' ? text : text.slice(0, -1))
  }
}

const tidy = (text: string): string =>
  text.replaceAll(/\r?\n/g, '\r\n').replaceAll(/(?<!\r\n)\r\n[ \t]+(?=\S)/g, ' ')

test('a proxy that takes LF alone as a line end, and unfolds lines (RFC 9112, 2.2 and 5.2), is not accused', () =>
  play('the table of requests', tidier, 'none', ({ collector }) => {
    assert.equal(collector.tell(), '')
    // Only this stage shows these: `collector/own-service.test.ts` does not wait for it.
    for (const rule of ['first-fault-decides', 'token-nowhere-else'])
      assert.ok(collector.refusedRules.has(rule), rule)
  }))

const refusal = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'

/** Refuses a client that sends more than three short pieces. */
function hasty(): HandOn {
  let pieces = 0
  return (bytes, client) => {
    pieces = bytes.length < 20 ? pieces + 1 : 0
    if (pieces > 3) client.end(refusal)
    else return bytes.toString('latin1')
    return undefined
  }
}

test('a proxy that minds how a request is cut is found, and the line of the finding cuts it too', () =>
  play('requests in pieces', hasty, 'limit-is-optional', async ({ collector, subject }) => {
    const [finding] = collector.findings
    assert.match(finding?.came ?? '', /^400/, collector.tell())
    // On a busy machine the proxy may read several pieces as one, and refuse nothing: then the line is run again.
    let came = ''
    for (let tries = 0; tries < 20 && !came.startsWith('HTTP/1.1 400'); tries += 1)
      came = await runLine(finding?.curl ?? '', subject)
    assert.match(came, /^HTTP\/1\.1 400/)
  }))
