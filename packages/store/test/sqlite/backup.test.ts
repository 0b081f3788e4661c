/** Where a backup is written: nothing is replaced there, and nothing left behind. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { describe, it } from 'node:test'
import { backup, describeDatabase } from '../../src/index.ts'
import { refusedWith } from '../promises/world.ts'
import { openWorld } from '../full-world.ts'
import { programArguments } from './run-program.ts'
import { temporaryPath } from './temporary.ts'

describe('a backup', () => {
  it('says so if it cannot be written, and leaves nothing behind', async (t) => {
    const { database, file } = await openWorld(t)
    await refusedWith(
      'unreadable',
      /no such directory/,
      backup({ database, to: join(dirname(file), 'nowhere', 'backup.db') }),
    )
    await refusedWith('unreadable', /not a directory/, backup({ database, to: join(database, 'backup.db') }))
    assert.deepEqual(readdirSync(dirname(file)), [])
  })
})

describe('a finished file', () => {
  for (const [kind, options] of [
    ['with', []],
    ['without', ['--import', new URL('no-hard-links.ts', import.meta.url).href]],
  ] as const) {
    it(`never replaces one that appeared meanwhile, on a file system ${kind} hard links`, () => {
      const finished = temporaryPath('finished')
      const directory = dirname(finished)
      const publish = (name: string): unknown => {
        writeFileSync(finished, 'new')
        const program = programArguments('publish', finished, join(directory, name))
        return execFileSync(process.execPath, [...options, ...program], { encoding: 'utf8' }).trim()
      }
      writeFileSync(join(directory, 'taken'), 'precious')
      assert.equal(publish('taken'), 'conflict')
      assert.equal(readFileSync(join(directory, 'taken'), 'utf8'), 'precious')
      assert.equal(publish('free'), 'published')
      assert.equal(readFileSync(join(directory, 'free'), 'utf8'), 'new')
    })
  }
})

describe('the description of a database', () => {
  it('is undefined if there is none, or an empty file', async (t) => {
    const { file } = await openWorld(t)
    assert.equal(await describeDatabase(temporaryPath()), undefined)
    writeFileSync(file, '')
    assert.equal(await describeDatabase(file), undefined)
  })
})
