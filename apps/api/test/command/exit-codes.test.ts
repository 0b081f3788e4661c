/** Every exit code, provoked by its real cause. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import manifest from '#package.json' with { type: 'json' }
import { exitCodes } from '../../src/command/exit-codes.ts'
import { type Ended, makePlace, noMount, type Place, preload } from './place.ts'

/** Puts the database on a disk of one megabyte that only this shell line sees, and overfills it. */
const onSmallDisk = `
  mkdir disk && mount -t tmpfs -o size=1m tmpfs disk && cp plant-store.db disk/
  export PLANT_STORE_DATABASE=disk/plant-store.db
  plant-store import plants many.ndjson
  code=$?
  plant-store verify && plant-store plants list --json
  exit $code`

/** The codes provoked so far: the last test compares them with the table. */
const provoked = new Set<number | null>()

/** Asserts the code, a fitting sentence, and no stack, because the mistake was a person's. */
function endsWith(ended: Ended, code: number, sentence: RegExp): void {
  provoked.add(ended.code)
  assert.equal(ended.code, code, JSON.stringify(ended))
  assert.match(ended.stderr, sentence)
  assert.doesNotMatch(ended.stderr, /^\s+at /m)
}

/** Changes the database behind the command's back. */
function meddle(place: Place, sql: string): void {
  using database = new DatabaseSync(place.database)
  database.exec(sql)
}

describe('exit code', { concurrency: 3 }, () => {
  it('0: done', async () => {
    await using place = await makePlace()
    endsWith(await place.run('users', 'list'), 0, /^$/)
  })

  it('1: verify finds a row in the access table that no grant explains, and --repair removes it', async () => {
    await using place = await makePlace()
    meddle(place, "insert into plant_access (user_id, plant_id, name) values (5, 2, 'Black alder')")
    endsWith(await place.run('verify'), 1, /found 1 problem.*--repair/)
    const repaired = await place.run('verify', '--repair')
    endsWith(repaired, 0, /Repaired 1 row/)
    assert.match(repaired.stdout, /No problems found/)
  })

  it('2: the command line is wrong, as it is in `slips.test.ts`', async () => {
    await using place = await makePlace({ world: false })
    endsWith(await place.run(), 2, /Usage: .*A command is missing/s)
  })

  it('3: a setting is wrong, as it is in `settings.test.ts`', async () => {
    await using place = await makePlace({ world: false })
    endsWith(await place.run('serve', '--port', 'abc'), 3, /--port must be.*0 to 65535/)
  })

  it('4: the named item does not exist, is taken, or is invalid', async () => {
    await using place = await makePlace()
    endsWith(await place.run('users', 'remove', 'Nobody'), 4, /Nobody/)
    endsWith(await place.run('users', 'add', 'Mei'), 4, /Mei.*already/)
    endsWith(await place.run('users', 'add', ''), 4, /empty/)
    endsWith(await place.run('tokens', 'revoke', '99'), 4, /99/)
    endsWith(await place.run('grants', 'add', '--user', 'Mei', '--tag', 'Acre'), 4, /[Nn]o plant/)
    endsWith(await place.run('backup', 'plant-store.db'), 4, /already/)
  })

  it('5: the file to import is bad, a directory, or missing', async () => {
    await using place = await makePlace()
    await place.write('bad.ndjson', '{"name":""}\n')
    await mkdir(`${place.path}/directory.csv`)
    endsWith(await place.run('import', 'plants', 'bad.ndjson'), 5, /line 1.*empty.*\n.*Nothing was imported/)
    endsWith(await place.run('import', 'plants', 'directory.csv'), 5, /is a directory/)
    endsWith(await place.run('import', 'plants', 'none.csv'), 5, /There is no file none\.csv/)
  })

  it('6: the database is missing, unreadable, foreign, or newer', async () => {
    await using place = await makePlace({ world: false })
    endsWith(await place.run('users', 'list'), 6, /no database.*migrate/)
    endsWith(await place.run('serve'), 6, /no database.*migrate/)
    endsWith(await place.run('users', 'list', '--database', '.'), 6, /not a file/)
    await place.write('plant-store.db', 'Dear diary, today I watered the plants.')
    endsWith(await place.run('users', 'list'), 6, /not a database/)
    await writeFile(place.database, '')
    meddle(place, 'create table recipe (name text)')
    endsWith(await place.run('migrate'), 6, /another program/)
  })

  it('6: the directory may not be written to', { skip: noMount }, async () => {
    await using place = await makePlace()
    const readOnly = 'mount --bind . . && mount -o remount,bind,ro . && cd .'
    for (const line of ['users list', 'users add Lena', 'migrate --database new.db', 'demo']) {
      const ended = await place.shell(`exec unshare -rm sh -c '${readOnly} && plant-store ${line}'`)
      endsWith(ended, 6, /allowed to read and write it and its directory|read-only/)
    }
  })

  it('6: a path has a typo; no directory is made', async () => {
    await using place = await makePlace()
    await place.run('backup', 'copy.db')
    for (const line of ['migrate', 'users list', 'restore copy.db --yes', 'backup typo/copy.db']) {
      endsWith(await place.run(...line.split(' '), '--database', 'typo/plant-store.db'), 6, /typo/)
      assert.ok(!existsSync(`${place.path}/typo`))
    }
  })

  it('6: the database is newer', async () => {
    await using place = await makePlace()
    meddle(place, "insert into migration values (999, '0999-later', 'x', 0)")
    endsWith(await place.run('users', 'list'), 6, /newer version/)
  })

  it('7: the database is damaged', async () => {
    await using place = await makePlace()
    meddle(place, "update migration set checksum = 'x'")
    endsWith(await place.run('users', 'list'), 7, /migration/)
  })

  it('8: another process holds the database', async () => {
    await using place = await makePlace()
    const other = new DatabaseSync(place.database)
    other.exec('begin immediate')
    try {
      endsWith(await place.run('users', 'add', 'Lena'), 8, /[Aa]nother process/)
    } finally {
      other.close()
    }
    assert.doesNotMatch((await place.run('users', 'list')).stdout, /Lena/)
  })

  it(
    '9: there is no space for the output',
    { skip: process.platform !== 'linux' && 'needs /dev/full' },
    async () => {
      await using place = await makePlace()
      endsWith(await place.shell('plant-store plants list > /dev/full'), 9, /no space left/)
    },
  )

  it('9: the disk is full; nothing is imported and nothing is lost', { skip: noMount }, async () => {
    await using place = await makePlace()
    const plants = Array.from({ length: 20_000 }, (_, at) => `{"name":"Plant ${at}"}\n`)
    await place.write('many.ndjson', plants.join(''))
    const ended = await place.shell(`exec unshare -rm sh -c '${onSmallDisk}'`)
    endsWith(ended, 9, /no room left/)
    assert.match(ended.stdout, /No problems found[^]*"id":625,[^]*$/)
    assert.doesNotMatch(ended.stdout, /"id":626,/)
  })

  it('10: the port is taken; the message names the flag for another', async () => {
    await using place = await makePlace()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    try {
      endsWith(await place.run('serve', '--port', port), 10, new RegExp(`${port}.*in use.*--port`))
      endsWith(await place.run('demo', '--operator-port', port), 10, /--operator-port/)
    } finally {
      other.close()
    }
  })

  it('11: Node is older than the package requires', async () => {
    await using place = await makePlace()
    const old = 'Object.defineProperty(process, "versions", { value: { node: "24.14.9" } })'
    endsWith(
      await place.runWith({ env: preload(old) }, 'users', 'list'),
      11,
      /needs Node\.js 24\.15 .*is 24\.14\.9\./,
    )
    assert.equal(manifest.engines.node, '>=24.15')
  })

  it('12: workers end before they answer', async () => {
    await using place = await makePlace()
    const env = preload('process.argv[2] === "worker" && process.kill(process.pid, "SIGKILL")')
    const ended = await place.runWith({ env }, 'serve', '--workers', '2')
    endsWith(ended, 12, /^A worker ended .* \(SIGKILL\)\.$/m)
  })

  it('70: a bug is shown as ours, with its stack', async () => {
    await using place = await makePlace()
    const bug = 'Date.prototype.toISOString = () => { throw new Error("planted") }'
    const ended = await place.runWith({ env: preload(bug) }, 'users', 'list')
    provoked.add(ended.code)
    assert.equal(ended.code, 70)
    assert.match(ended.stderr, /bug in plant-store[^]*planted[^]*\n\s+at /)
  })

  it('129, 130 and 143: an import ended by a signal changes nothing, and says so', async () => {
    await using place = await makePlace()
    const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
      const input = '{"name":"Fig"}\n'.repeat(100_000)
      const options = { input, endless: true, interruptWhenRead: signal } as const
      const ended = await place.runWith(options, 'import', 'plants', '-', '--format', 'ndjson')
      endsWith(ended, codes[signal], /Interrupted\. Nothing was imported\./)
    }
    assert.match((await place.run('verify')).stdout, /No problems/)
  })
})

describe('the table of exit codes', () => {
  it('is documented in the help, and every code was provoked here', async () => {
    await using place = await makePlace({ world: false })
    const { stdout } = await place.run('--help')
    const codes = Object.values(exitCodes).map(({ code }): number => code)
    for (const { code, meaning } of Object.values(exitCodes)) {
      assert.ok(stdout.includes(`${String(code).padStart(5)}  ${meaning}\n`), meaning)
    }
    assert.deepEqual(
      [...provoked].toSorted((a, b) => Number(a) - Number(b)),
      // Only Linux has a disk that is always full.
      codes.filter((code) => code !== exitCodes.full.code || process.platform === 'linux'),
    )
  })
})
