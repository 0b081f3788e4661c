/** No name can control the terminal of the person who sees it, in any place that writes for people. */
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { StoreError } from '@plant-store/store'
import { type CommandContext, openOutput } from '../../src/command/terminal/output.ts'
import { CommandError } from '../../src/command/exit-codes.ts'
import { reportError } from '../../src/command/report-error.ts'
import { confirm } from '../../src/command/terminal/confirm.ts'
import { makePlace } from './place.ts'

// Escape, C1 control characters, direction marks, overrides and isolates, and a line separator.
const unsafe =
  '\u001B\u0085\u009B\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u2028'
const name = `Zoe${unsafe}`
const shown =
  'Zoe\\u001b\\u0085\\u009b\\u061c\\u200e\\u200f\\u202a\\u202b\\u202c\\u202d\\u202e\\u2066\\u2067\\u2068\\u2069\\u2028'

/** Everything that `write` writes to standard output and standard error. */
async function written(json: boolean, write: (context: CommandContext) => unknown): Promise<string> {
  const terminal = (): PassThrough & { isTTY: boolean } => Object.assign(new PassThrough(), { isTTY: true })
  const [stdin, stdout, stderr] = [terminal(), terminal(), terminal()]
  stdin.write('yes\n')
  await write({ stdin, stdout, stderr, json })
  stdout.end()
  stderr.end()
  return (await text(stdout)) + (await text(stderr))
}

const places: Readonly<Record<string, (context: CommandContext) => unknown>> = {
  'a result': (context) => openOutput(context).result({ name }, `Added user ${name}.`),
  'a list': (context) =>
    openOutput(context).list([{ name }], [{ title: 'NAME', cell: (row) => row.name }], ''),
  'an error of the command': (context) => reportError(new CommandError('usage', `No ${name}.`), context),
  'an error of the store': (context) => reportError(new StoreError('not-found', `No ${name}.`), context),
  'a bug': (context) => reportError(new Error(name), context),
}

for (const [place, write] of Object.entries(places)) {
  test(`${place} shows unsafe characters escaped, and its JSON means the same`, async () => {
    assert.ok((await written(false, write)).includes(shown))
    const json = await written(true, write)
    assert.ok(json.includes(shown))
    assert.ok(JSON.stringify(JSON.parse(json)).includes(JSON.stringify(unsafe).slice(1, -1)))
  })
}

test('so do a note and a question, which keep their own line breaks', async () => {
  assert.equal(await written(false, (context) => openOutput(context).note(`a\n${name}`)), `a\n${shown}\n`)
  const asked = await written(false, (context) => confirm(context, `This removes\n${name}.`, false))
  assert.match(asked, /This removes\r?\nZoe\\u001b/)
  assert.ok(asked.includes(shown))
})

test('so do the problems of a file, and mistakes on the command line', async () => {
  await using place = await makePlace()
  await place.write('users.json', JSON.stringify([{ [name]: 'x' }]))
  for (const line of [['import', 'users', 'users.json'], [name], ['users', 'list', `--${name}`]]) {
    for (const form of [[], ['--json']]) {
      const { stdout, stderr } = await place.run(...line, ...form)
      assert.match(stderr, /Zoe\\+u/)
      for (const character of unsafe) assert.equal((stdout + stderr).includes(character), false, stderr)
    }
  }
})
