/** How the command ends, and what it refuses. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exits } from '../../src/command/exit-codes.ts'
import { examples } from '../../src/command/program.ts'
import { finding, checker, token } from './bench.ts'
import { good, lame, run, runCheck, strict } from './run.ts'

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
      /^The service breaks the contract: one failure\.\n\n1\. With limit=n at most n plants come back\.\n {3}contracts\/openapi\.yaml:\d+ {2}limit-caps-the-list {2}\(strict\)\n {3}sent by a client without a token\n {3}got {3}3 plants came back\.\n {9}And a \\u\{1b\}\[31mcolour\.\n {3}due {3}at most 2 plants\n {3}curl -si -H "Authorization: Bearer \$TOKEN" '\/plants\?limit=2'\n/,
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

describe('bad usage ends with 2 and a sentence', () => {
  const cases: [readonly string[], RegExp, Readonly<Record<string, string>>?][] = [
    [['chekc'], /^"chekc" is neither a command nor the address of a service/],
    [['check', 'ftp://127.0.0.1'], /is neither a command nor the address of a service/],
    [
      ['check', 'http://127.0.0.1:1/plants'],
      /^The address is the root of the service, without the path of an operation: give http:\/\/127\.0\.0\.1:1\./,
    ],
    [['check', 'http://me:secret@127.0.0.1:1'], /^The address has a user or a password in it/],
    [['check', 'http://127.0.0.1:1', 'more'], /too many arguments.*\nTry: pnpm conformance check --help/s],
    [
      ['check', 'http://127.0.0.1:1', '--seed', '1e3'],
      /^--seed "1e3" is not a whole number from 0 to 999999999\./,
    ],
    ...['0', '1441', 'ten', '1.5'].map((minutes): (typeof cases)[number] => [
      ['check', 'http://127.0.0.1:1', '--minutes', minutes],
      new RegExp(`^--minutes "${minutes}" is not a whole number from 1 to 1440\\.`),
    ]),
    [['mock', '--minutes', '0'], /^--minutes "0" is not a whole number/],
    [['check', 'http://127.0.0.1:1', '--budget', 'huge'], /Allowed choices are quick, standard, deep/],
    [['check', 'http://127.0.0.1:1', '--only', 'completed'], /Allowed choices are given/],
    [['check', 'http://127.0.0.1:1', '--colour'], /unknown option '--colour'/],
    [['check', 'http://127.0.0.1:1', '--token', 'a b'], /^--token is not a bearer token/],
    [
      ['check', 'http://127.0.0.1:1', '--token', 'a', '--world', 'b'],
      /^Give only one of --token, --token-file and --world/,
    ],
    [
      ['check'],
      /^No address was given: name the service, .* or checker that of this repository with --own\./,
    ],
    [['check', 'http://127.0.0.1:1', '--own'], /^Give either the address of a service or --own\./],
    [
      ['check', 'http://127.0.0.1:1', '--at-least', '101'],
      /^--at-least "101" is not a whole number from 0 to 100/,
    ],
    [
      ['check', '--own', '--token', 'a'],
      /^--token, --token-file and --world also need the address of the service/,
    ],
    [['check', 'http://127.0.0.1:1'], /^PLANT_STORE_TOKEN is empty/, { PLANT_STORE_TOKEN: '' }],
    [
      ['check', 'http://127.0.0.1:1', '--world', 'none.json'],
      /^The world file none\.json can't be used\.\n {2}There is no file none/,
    ],
  ]
  for (const [words, told, env = {}] of cases) {
    test(
      words.join(' ') +
        Object.keys(env)
          .map((name) => ` with ${name}`)
          .join(''),
      async () => {
        const { code, stdout, stderr } = await run(words, { env, checkers: [good] })
        assert.deepEqual([code, stdout], [2, ''])
        assert.match(stderr, told)
        assert.ok(!stderr.includes('    at '), stderr)
      },
    )
  }
  test('as JSON with --json', async () => {
    const { code, stderr } = await run(['check', 'nowhere', '--json'])
    assert.equal(code, 2)
    assert.match(
      (JSON.parse(stderr) as { error: { message: string } }).error.message,
      /^"nowhere" is neither/,
    )
  })
})
