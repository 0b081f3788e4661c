/** `plant-store audit`: who changed what, in the database and in the log. */
import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { makePlace } from './place.ts'
import { parseLines } from './run-here.ts'

const osUser = userInfo().username

describe('plant-store audit', () => {
  it('lists each command that changed something, with who ran it', async () => {
    await using place = await makePlace()
    await place.run('users', 'add', 'Lena', '--actor', 'Ada at the desk')
    await place.run('users', 'list')
    await place.run('users', 'add', 'Lena')
    await place.run('grants', 'add', '--user', 'Lena', '--tag', 'Acer')
    const { stdout } = await place.run('audit', '--after', '3')
    const [titles, ...lines] = stdout.trim().split('\n')
    assert.match(titles ?? '', /^ID +WHEN +WHO +COMMAND +WHAT$/)
    assert.equal(lines.length, 2)
    assert.match(
      lines[0] ?? '',
      new RegExp(`^4 .* UTC +Ada at the desk \\(${osUser}\\) +users add +Added user "Lena"\\.$`),
    )
    assert.match(
      lines[1] ?? '',
      new RegExp(`^5 .* UTC +${osUser} +grants add +Granted \\d+ plants to user "Lena"\\.$`),
    )
    const [entry] = parseLines((await place.run('audit', '--after', '3', '--json')).stdout)
    assert.deepEqual(Object.keys(entry ?? {}), [
      'id',
      'at',
      'command',
      'osUser',
      'actor',
      'summary',
      'details',
    ])
    assert.equal((await place.run('audit', '--since', '1h', '--after', '3')).stdout, stdout)
    const later = await place.run('audit', '--since', '0s')
    assert.deepEqual([later.stdout, later.stderr], ['', 'Nothing was changed.\n'])
  })

  it('is copied to the log line by line, for programs or for a person', async () => {
    await using place = await makePlace()
    const { stderr } = await place.run('users', 'add', 'Lena', '--actor', 'Ada')
    const [line] = parseLines(stderr)
    assert.partialDeepStrictEqual(line, {
      level: 'info',
      auditId: 4,
      command: 'users add',
      osUser,
      actor: 'Ada',
      summary: 'Added user "Lena".',
      details: { user: 'Lena' },
      msg: 'audit',
    })
    const person = await place.runAtTerminal('', 'plants', 'add', 'Red\u202E')
    assert.match(
      person.stderr,
      new RegExp(`^audit 5: plants add by ${osUser}: Added plant \\d+ \\("Red\\\\u202e"\\).\\n$`),
    )
    assert.equal((await place.run('users', 'add', 'Lena')).stderr, 'There is a user named "Lena" already.\n')
  })

  it('records a restore, and still has the entries made since the backup', async () => {
    await using place = await makePlace()
    const copy = join(place.path, 'copy.db')
    await place.run('backup', copy)
    await place.run('users', 'add', 'Lena')
    const { stderr } = await place.run('restore', copy, '--yes', '--actor', 'Ada')
    assert.partialDeepStrictEqual(parseLines(stderr.split('\n')[0] ?? ''), [
      { auditId: 5, command: 'restore', actor: 'Ada', details: { from: copy, users: 5, plants: 625 } },
    ])
    const commands = parseLines((await place.run('audit', '--json')).stdout).map(({ command }) => command)
    assert.deepEqual(commands, ['import plants', 'import users', 'import grants', 'users add', 'restore'])
  })
})
