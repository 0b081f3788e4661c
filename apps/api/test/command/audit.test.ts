/** `plant-store audit`: who changed what, in the database and in the log. */
import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openDesk } from './in-process.ts'
import { parseLines } from './run-here.ts'

const osUser = userInfo().username

describe('plant-store audit', () => {
  it('lists each command that changed something, with who ran it', async () => {
    await using desk = await openDesk()
    await desk.run('users', 'add', 'Lena', '--actor', 'Ada at the desk')
    await desk.run('users', 'list')
    await desk.run('users', 'add', 'Lena')
    await desk.run('grants', 'add', '--user', 'Lena', '--tag', 'Acer')
    const { stdout } = await desk.run('audit', '--after', '3')
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
    const [entry] = parseLines((await desk.run('audit', '--after', '3', '--json')).stdout)
    assert.deepEqual(Object.keys(entry ?? {}), [
      'id',
      'at',
      'command',
      'osUser',
      'actor',
      'summary',
      'details',
    ])
    assert.equal((await desk.run('audit', '--since', '1h', '--after', '3')).stdout, stdout)
    const later = await desk.run('audit', '--since', '0s')
    assert.deepEqual([later.stdout, later.stderr], ['', 'Nothing was changed.\n'])
  })

  it('is copied to the log line by line, for programs or for a person', async () => {
    await using desk = await openDesk()
    const { stderr } = await desk.run('users', 'add', 'Lena', '--actor', 'Ada')
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
    const person = await desk.runAtTerminal('', 'plants', 'add', 'Red\u202E')
    assert.match(
      person.stderr,
      new RegExp(`^audit 5: plants add by ${osUser}: Added plant \\d+ \\("Red\\\\u202e"\\).\\n$`),
    )
    assert.equal((await desk.run('users', 'add', 'Lena')).stderr, 'There is a user named "Lena" already.\n')
  })

  it('records a restore, and still has the entries made since the backup', async () => {
    await using desk = await openDesk()
    const copy = join(desk.path, 'copy.db')
    await desk.run('backup', copy)
    await desk.run('users', 'add', 'Lena')
    const { stderr } = await desk.run('restore', copy, '--yes', '--actor', 'Ada')
    assert.partialDeepStrictEqual(parseLines(stderr.split('\n')[0] ?? ''), [
      { auditId: 5, command: 'restore', actor: 'Ada', details: { from: copy, users: 5, plants: 625 } },
    ])
    const commands = parseLines((await desk.run('audit', '--json')).stdout).map(({ command }) => command)
    assert.deepEqual(commands, ['import plants', 'import users', 'import grants', 'users add', 'restore'])
  })
})
