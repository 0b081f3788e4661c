/** How the command ends, and what it refuses. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { exits } from '../../src/command/exit-codes.ts'
import { examples } from '../../src/command/run-command.ts'
import { finding, checker, token } from './bench.ts'
import { good, lame, run, runCheck, type RunOptions, strict } from './run.ts'

describe('exit codes', () => {
  test('0: the service keeps the contract', async () => {
    const { code, stdout, stderr } = await runCheck(['--token', token], { checkers: [good] })
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^The service keeps the contract: all \d+ rules were seen kept\.\n/)
  })
  test('1: it breaks it; sentence, line, what came, what was due and the line that repeats it are shown', async () => {
    const { code, stdout, stderr } = await runCheck(['--token', token], { checkers: [good, strict] })
    assert.deepEqual([code, stderr], [1, ''])
    assert.match(
      stdout,
      /^The service breaks the contract: one failure\.\n\n1\. With limit=n at most n plants come back\.\n {3}contracts\/openapi\.yaml:\d+ {2}limit-caps-the-list {2}\(strict\)\n {3}got {7}3 plants came back\.\n {13}And a \\u\{1b\}\[31mcolour\.\n {3}expected {2}at most 2 plants\n {3}curl -si -H "Authorization: Bearer \$TOKEN" '\/plants\?limit=2'\n/,
    )
  })
  test('1 even when another checker could not check, which is reported', async () => {
    const { code, stdout } = await runCheck([], { checkers: [strict, lame] })
    assert.equal(code, 1)
    assert.match(stdout, /\nlame could not check: Python 3\.10 is missing: install it\.\n/)
  })
  test('2: a checker lacks its tool', async () => {
    const { code, stdout } = await runCheck([], { checkers: [good, lame] })
    assert.equal(code, 2)
    assert.match(stdout, /^lame could not check: Python 3\.10 is missing: install it\.\n/)
  })
  test('2: the token is wrong', async () => {
    const { code, stdout } = await runCheck(['--token', token], { checkers: [good] }, 401)
    assert.equal(code, 2)
    assert.match(stdout, /^The token given was not accepted \(401\)/)
  })
  test('130 and 143: interrupted, whatever was found so far', async () => {
    for (const [reason, due] of [
      ['interrupted', 130],
      ['terminated', 143],
    ] as const) {
      const controller = new AbortController()
      const halfway = checker('halfway', (collector) => {
        collector.broken(finding('limit-caps-the-list'))
        controller.abort(reason)
      })
      const { code, stdout, stderr } = await runCheck([], {
        checkers: [halfway],
        interrupt: controller.signal,
      })
      assert.deepEqual([code, stdout, stderr], [due, '', 'Interrupted: nothing may be concluded.\n'])
    }
  })
  test('are in the help', async () => {
    const { code, stdout } = await run(['--help'])
    assert.equal(code, 0)
    for (const exit of Object.values(exits)) assert.match(stdout, new RegExp(`^ +${exit.code} {2}\\w`, 'm'))
  })
})

test('every command shows examples, with options that exist', async () => {
  for (const [name, lines] of Object.entries(examples)) {
    const { code, stdout } = await run([name, '--help'])
    assert.equal(code, 0)
    const [options = ''] = stdout.split('Examples:')
    for (const line of lines) {
      assert.ok(stdout.includes(`\n  pnpm conformance ${line}\n`), line)
      for (const word of line.split(' ').filter((one) => one.startsWith('--')))
        assert.ok(options.includes(word), word)
    }
  }
})

describe('bad usage ends with 2 and a sentence, which repeats no token', () => {
  type Row = RegExp | readonly [due: RegExp, more: Pick<RunOptions, 'env' | 'stdin'>]
  const notAToken = /^Standard input is not a bearer token/
  const onlyOne = /^Give only one of --token, --token-file and --world/
  const table: Readonly<Record<string, Row>> = {
    chekc: /^"chekc" is neither a command nor the address of a service/,
    'check ftp://127.0.0.1': /is neither a command nor the address of a service/,
    'check URL/plants':
      /^The address is the root of the service, without the path of an operation: give http:\/\/127\.0\.0\.1:1\./,
    // The path of another contract's root may end like ours.
    'check URL/plants --contract none.yaml': /none\.yaml/,
    'check http://me:secret@127.0.0.1:1':
      /^The address of a service has no user, no password and no query: give http:\/\/127\.0\.0\.1:1, /,
    'check URL more': /too many arguments.*\nTry: pnpm conformance check --help/s,
    'check URL --seed 1e3': /^--seed "1e3" is not a whole number from 0 to 999999999\./,
    ...Object.fromEntries(
      ['0', '1441', 'ten', '1.5'].map((minutes) => [
        `check URL --minutes ${minutes}`,
        new RegExp(`^--minutes "${minutes}" is not a whole number from 1 to 1440\\.`),
      ]),
    ),
    'mock --minutes 0': /^--minutes "0" is not a whole number/,
    'check URL --include limit-cap-the-list':
      /^--include "limit-cap-the-list" names no .* Did you mean limit-caps-the-list/,
    'check URL --budget huge': /Allowed choices are quick, standard, deep/,
    'check URL --only completed': /Allowed choices are given/,
    'check URL --colour': /unknown option '--colour'/,
    'check URL --token a,b': /^--token is not a bearer token/,
    'check URL --token a --world b': onlyOne,
    'check URL --token-file a --token b': onlyOne,
    'check URL --token-file a --world b': onlyOne,
    check: /^No address was given: name the service, .* or check that of this repository with --own\./,
    'check URL --own': /^Give either the address of a service or --own\./,
    'check URL --at-least 101': /^--at-least "101" is not a whole number from 0 to 100/,
    'check --own --token a':
      /^--token, --token-file, --world and --header also need the address of the service/,
    'check URL': [/^PLANT_STORE_TOKEN is empty/, { env: { PLANT_STORE_TOKEN: '' } }],
    'check URL --header secret': /^Field 1 of --header is not of the form 'Name: value'/,
    'check URL --header X-A:a --header X-B:secret\u0007': /^Field 2 of --header is not/,
    'check URL --header Host:secret': /^--header can't give Host: the harness itself decides this field\./,
    'check URL --header Authorization:secret':
      /^This contract takes bearer tokens and nothing else: caller 1 must/,
    'check URL --header X-A:a --header x-a:secret': /^--header can't give x-a: the field is given twice\./,
    'check URL --header @none': /^Header fields are missing: none can't be read: no such file or directory\./,
    'check URL --world none.json':
      /^The world file none\.json can't be used\.\n {2}none\.json can't be read: no such file or directory\./,
    'check URL --token-file none': /^The token is missing: none can't be read: no such file or directory\./,
    'check URL --token-file .': /^The token is missing: \. can't be read: illegal operation on a directory\./,
    'check --token-file - URL': [
      /^Standard input is empty\. Give a token, or leave it out\./,
      { stdin: ' \n' },
    ],
    'check URL --token-file -': [notAToken, { stdin: 'secret secret' }],
    'check --token-file=- URL': [notAToken, { stdin: 'secret'.repeat(20_000) }],
  }
  for (const [line, row] of Object.entries(table))
    test(line, async () => {
      const [due, more] = row instanceof RegExp ? [row, {}] : row
      const words = line.replace('URL', 'http://127.0.0.1:1').split(' ')
      const { code, stdout, stderr } = await run(words, { ...more, checkers: [good] })
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, due)
      assert.doesNotMatch(stderr, / {4}at |secret/)
    })
  test('as JSON with --json', async () => {
    const { code, stderr } = await run(['check', 'nowhere', '--json'])
    assert.equal(code, 2)
    assert.match(
      (JSON.parse(stderr) as { error: { message: string } }).error.message,
      /^"nowhere" is neither/,
    )
  })
})

test('an interrupt while the token is awaited is not kept waiting', async () => {
  const controller = new AbortController()
  const stdin = new Readable({ read: () => controller.abort('interrupted') })
  const words = ['check', 'http://127.0.0.1:1', '--token-file', '-']
  const { code, stderr } = await run(words, { stdin, interrupt: controller.signal })
  assert.deepEqual([code, stderr], [130, 'Interrupted: nothing may be concluded.\n'])
})
