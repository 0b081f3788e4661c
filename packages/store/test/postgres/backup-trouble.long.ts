/** What may obstruct a backup of PostgreSQL: other tables, settings of the server, programs that fail. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { describe, it } from 'node:test'
import { backup, migrate, restore } from '../../src/index.ts'
import { contentOf } from '../copy/copied-world.ts'
import { refusedWith } from '../promises/world.ts'
import { temporaryPath } from '../sqlite/temporary.ts'
import { tools, useBackupPlace } from './backup-place.ts'
import { executeRaw } from './databases.ts'
import { noOwnTools } from './own-tools.ts'

describe('a backup of PostgreSQL', { skip: tools === undefined ? noOwnTools : false }, () => {
  const place = useBackupPlace()
  const { emptyDatabase, filledDatabase } = place

  it('is made and restored even if others have tables of the same names in their own schema', async () => {
    const database = await filledDatabase()
    const content = await contentOf(database)
    await executeRaw(database, 'create schema app; create table app.users (name text)')
    const from = temporaryPath('plants.dump')
    await backup({ database, to: from })
    const to = await emptyDatabase()
    await restore({ database: to, from })
    assert.partialDeepStrictEqual(await contentOf(to), { plants: content['plants'], users: content['users'] })
    // By hand, too.
    const byHand = await emptyDatabase()
    execFileSync('pg_restore', ['--exit-on-error', '--dbname', byHand, from])
    assert.deepEqual(await contentOf(byHand), content)
  })

  it('is made by the owner of our tables beside tables that it may not read, and names what is on ours', async () => {
    const postgres = await emptyDatabase()
    await executeRaw(postgres, 'create role ours login; grant create on schema public to ours')
    const database = postgres.replace('postgres@', 'ours@')
    await migrate({ database })
    await executeRaw(postgres, 'create table pot (id bigint)')
    await executeRaw(database, 'create index i on plant (tag, key)')
    assert.deepEqual(await backup({ database, to: temporaryPath('plants.dump') }), {
      foreign: [{ what: 'note', detail: 'not of Plant Store: index i on plant' }],
    })
  })

  it('is made even if transactions are read-only by default', async () => {
    const database = await filledDatabase()
    const name = /@\/(\w+)/.exec(database)?.[1] ?? ''
    await executeRaw(database, `alter database ${name} set default_transaction_read_only = on`)
    const to = temporaryPath('plants.dump')
    await backup({ database, to })
    assert.ok(existsSync(to))
  })

  it('is kept, and named, if nobody can know whether the content was replaced', async () => {
    const database = await filledDatabase()
    const from = temporaryPath('plants.dump')
    await backup({ database, to: from })
    // The connection is lost during the commit.
    await executeRaw(
      database,
      `create function leave() returns trigger language plpgsql as
         $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
       create constraint trigger leave after insert on audit deferrable initially deferred
         for each row execute function leave()`,
    )
    const sentence = /look whether it was made\. What the database held before is in .*\.replaced-[^ ]*\.$/
    await refusedWith('unreachable', sentence, restore({ database, from }))
    assert.equal(readdirSync(dirname(from)).length, 2)
  })

  /** Puts only programs with this text in the PATH while `work` runs, which receives their directory. */
  async function withPrograms(
    lines: (name: string, directory: string) => string,
    work: (directory: string) => Promise<void>,
  ): Promise<void> {
    const directory = temporaryPath('programs')
    mkdirSync(directory)
    for (const name of ['pg_dump', 'pg_restore']) {
      writeFileSync(join(directory, name), `#!/bin/sh\n${lines(name, directory)}\n`, { mode: 0o755 })
    }
    const usual = process.env['PATH']
    process.env['PATH'] = directory
    try {
      await work(directory)
    } finally {
      process.env['PATH'] = usual
    }
  }

  it('does not show the password to other users of the machine', async () => {
    const database = (await filledDatabase()).replace('postgres@', 'postgres:sEcrEt@')
    const noted = (name: string, directory: string): string =>
      `echo "$@" >>"${directory}/arguments"; exec "${tools}/${name}" "$@"`
    await withPrograms(noted, async (directory) => {
      await backup({ database, to: temporaryPath('plants.dump') })
      const given = readFileSync(join(directory, 'arguments'), 'utf8')
      assert.match(given, /--format=custom/)
      assert.doesNotMatch(given, /sEcrEt/)
    })
  })

  it('that a program can not make is reported with the message of the program, or how it ended', async () => {
    const database = await filledDatabase()
    const version = (name: string): string => `if [ "$1" = --version ]; then exec "${tools}/${name}" "$1"; fi`
    for (const [last, sentence] of [
      ['echo "out of luck" >&2; exit 3', /could not write a backup of .*: out of luck/],
      ['kill -9 $$', /could not write a backup of .*: it ended with SIGKILL/],
    ] as const) {
      const to = temporaryPath('plants.dump')
      await withPrograms(
        (name) => `${version(name)}\n${last}`,
        () => refusedWith('unreadable', sentence, backup({ database, to })),
      )
      assert.deepEqual(readdirSync(dirname(to)), [])
    }
    const goes = (name: string): string => version(name).replace('then ', 'then /bin/chmod -x "$0"; ')
    await withPrograms(goes, () =>
      refusedWith(
        'unreadable',
        /it can't be started/,
        backup({ database, to: temporaryPath('plants.dump') }),
      ),
    )
    await withPrograms(
      () => 'echo "no client program is installed" >&2; exit 1',
      () =>
        refusedWith(
          'no-tool',
          /^The pg_dump in the PATH does not say its version: no client program is installed\./,
          backup({ database, to: temporaryPath('plants.dump') }),
        ),
    )
  })
})
