/** A token from a file or standard input: the service gets it, and nobody else. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { serve } from '../serve.ts'
import { startMarked } from './marked-process.ts'
import { good, run, type RunOptions } from './run.ts'

const token = 'b7LkP1sYd8eUo3hG'

/** Runs the command on a service that accepts this token alone. */
async function check(words: readonly string[], options: RunOptions = {}): ReturnType<typeof run> {
  await using server = await serve(({ headers }, response) => {
    response.writeHead(headers.authorization === `Bearer ${token}` ? 200 : 401).end('[]')
  })
  return await run(['check', server.url, ...words], { checkers: [good], ...options })
}

describe('the token', () => {
  test('is what the file holds, with or without a line end', async () => {
    await using directory = await temporaryDirectory()
    const file = join(directory.path, 'token')
    for (const text of [token, `${token}\n`, `\t${token}\r\n`]) {
      await writeFile(file, text)
      const { code, stdout, stderr } = await check(['--token-file', file])
      assert.equal(code, 0, stdout + stderr)
      assert.ok(!stdout.includes(token))
    }
  })

  test('is what standard input holds, which takes precedence over the variable', async () => {
    const env = { PLANT_STORE_TOKEN: 'another' }
    const { code, stdout, stderr } = await check(['--token-file', '-'], { stdin: `${token}\n`, env })
    assert.equal(code, 0, stdout + stderr)
  })

  test('is read from the standard input of the process', async () => {
    await using server = await serve((_request, response) => response.writeHead(401).end('[]'))
    const started = startMarked(['check', server.url, '--token-file', '-', '--budget', 'quick'], {}, [
      'sh',
      '-c',
      `printf 'no token' | "$@"`,
      'sh',
    ])
    const { code, stderr } = await started.ended
    assert.equal(code, 2)
    assert.match(stderr, /^Standard input is not a bearer token/)
  })
})

describe('a file without a token leads to 2 and a sentence that does not repeat it', () => {
  const cases: readonly (readonly [what: string, words: readonly string[], stdin: string, told: RegExp])[] = [
    ['no file', ['--token-file', 'none'], '', /^The token can't be read: There is no file none\./],
    ['a directory', ['--token-file', '.'], '', /^The token can't be read: \. is a directory\./],
    ['nothing', ['--token-file', '-'], ' \n', /^Standard input is empty\. Give a token, or leave it out\./],
    ['two tokens', ['--token-file', '-'], 'one two', /^Standard input is not a bearer token/],
    ['far too much', ['--token-file', '-'], 'secret'.repeat(20_000), /^Standard input is not a bearer token/],
    [
      'two places',
      ['--token-file', 'a', '--token', 'b'],
      '',
      /^Give only one of --token, --token-file and --world/,
    ],
    [
      'two files',
      ['--token-file', 'a', '--world', 'b'],
      '',
      /^Give only one of --token, --token-file and --world/,
    ],
  ]
  for (const [what, words, stdin, told] of cases) {
    test(what, async () => {
      const { code, stdout, stderr } = await check(words, { stdin })
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, told)
      for (const part of ['one two', 'secretsecret', '    at ']) assert.ok(!stderr.includes(part), stderr)
    })
  }
})

test('an interrupt while the token is awaited is not kept waiting', async () => {
  const controller = new AbortController()
  const stdin = new Readable({ read: () => controller.abort('interrupted') })
  const { code, stderr } = await check(['--token-file', '-'], { stdin, interrupt: controller.signal })
  assert.deepEqual([code, stderr], [130, 'Interrupted: nothing may be concluded.\n'])
})
