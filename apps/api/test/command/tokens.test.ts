/** `plant-store tokens`: a secret is shown once, and a token ends when it should. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { storeCommands } from './examples.ts'
import { parseLines } from './run-here.ts'
import { makePlace, type Place } from './place.ts'

async function createToken(place: Place, ...words: readonly string[]): Promise<string> {
  const { stdout, stderr } = await place.run('tokens', 'create', 'Mei', '--name', 'laptop', ...words)
  assert.match(stdout, /^pst_[0-9A-Za-z]{49}\n$/, stderr)
  return stdout.trim()
}

/** When each token was made and when it ends, in milliseconds; NaN for never. */
async function listTimes(place: Place): Promise<readonly { readonly made: number; readonly ends: number }[]> {
  const { stdout } = await place.run('tokens', 'list', '--json')
  return parseLines(stdout).map(({ createdAt, expiresAt }) => ({
    made: Date.parse(String(createdAt)),
    ends: Date.parse(String(expiresAt)),
  }))
}

const hourMs = 3_600_000

describe('plant-store tokens', { concurrency: 3 }, () => {
  it('shows a secret when it is made and never again, and keeps it nowhere', async () => {
    await using place = await makePlace()
    const secret = await createToken(place)
    const env = { PLANT_STORE_TOKEN: secret }
    const later = [
      await place.run('tokens', 'revoke', '1'),
      await place.runIn(env, 'config'),
      await place.runIn(env, 'config', '--json'),
      await place.runWith({ env }, 'doctor'),
      await place.runIn({ PLANT_STORE_TOKEN: `${secret} ` }, 'config'),
      await place.run('verify'),
      await place.run('backup', 'copy.db'),
    ]
    for (const { lists, reads, lines } of storeCommands) {
      if (lists === undefined && reads === undefined) continue
      for (const line of lines) later.push(await place.run(...line), await place.run(...line, '--json'))
    }
    for (const { stdout, stderr } of later) {
      assert.doesNotMatch(stdout + stderr, new RegExp(secret.slice(0, 16)))
    }
    const files = (await readdir(place.path)).filter((name) => name.includes('.db'))
    assert.ok(files.includes('copy.db'))
    for (const name of files) {
      assert.equal((await readFile(join(place.path, name))).includes(secret.slice(12)), false, name)
    }
  })

  it('ends a token in 90 days, at a given time, after a duration, or never', async () => {
    await using place = await makePlace()
    await createToken(place)
    await createToken(place, '--expires', '2100-01-31')
    await createToken(place, '--expires', '2h')
    await createToken(place, '--expires', 'never')
    const times = await listTimes(place)
    const hours = times.map(({ made, ends }) => Math.round((ends - made) / hourMs))
    assert.deepEqual([hours[0], hours[2], hours[3]], [90 * 24, 2, NaN])
    assert.equal(times[1]?.ends, Date.UTC(2100, 0, 31))
  })

  it('rotates with an overlap', async () => {
    await using place = await makePlace()
    const old = await createToken(place)
    const { stdout, stderr } = await place.run('tokens', 'rotate', '1', '--overlap', '1h')
    assert.match(stderr, /Token 2 \(laptop\) of user Mei expires/)
    assert.notEqual(stdout.trim(), old)
    const [first] = await listTimes(place)
    const left = Number(first?.ends) - Date.now()
    assert.ok(left > 0.9 * hourMs && left <= hourMs, String(left))
  })
})
