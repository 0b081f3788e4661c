/** Log records as people read them. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeWorld, smallWorld, temporaryDirectory } from '@plant-store/testkit'

test('the service logs for people when asked to', async () => {
  await using directory = await temporaryDirectory()
  const { database, users } = await makeWorld(directory.path, smallWorld)
  // A name from before such names were refused.
  const sqlite = new DatabaseSync(database)
  sqlite.exec("update users set name = 'ben\u202E' where name = 'ben'")
  sqlite.close()
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const words = [
    'serve',
    '--database',
    database,
    '--port',
    '0',
    '--operator-port',
    '0',
    '--log-format',
    'pretty',
  ]
  const child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    const url = /listening at (\S+) and/.exec(line)?.[1]
    if (url !== undefined) {
      await fetch(`${url}/plants?limit=1`, { headers: { Authorization: `Bearer ${users.ben.token}` } })
      child.kill('SIGTERM')
    }
  }
  await ended
  assert.match(lines[1] ?? '', /INFO: request GET \/plants 200 in [\d.]+ ms for ben\\u202e$/)
  assert.ok(!lines.join('\n').includes(users.ben.token.slice(4)))
})
