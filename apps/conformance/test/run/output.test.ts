/** What the command tells checkers, and what it writes. */
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@plant-store/testkit'
import { withOwnFields } from '../../src/command/read-subject.ts'
import { rules } from '../../plant-store/rules.ts'
import { checker } from './bench.ts'
import { good, run, runCheck, strict } from './run.ts'

describe('what the checkers are told', () => {
  test('the token of the environment, unless another is given, in a file or on standard input too', async () => {
    await using directory = await temporaryDirectory()
    const tokens: (string | undefined)[] = []
    const curious = checker('curious', (_collector, { callers }) => void tokens.push(callers[0]?.token))
    const options = { checkers: [curious], env: { PLANT_STORE_TOKEN: 'from-the-environment' } }
    await runCheck([], options)
    await runCheck(['--token', 'given'], options)
    await runCheck(['--token-file', '-'], { ...options, stdin: 'piped\n' })
    const file = join(directory.path, 'token')
    for (const text of ['filed', 'filed\n', '\tfiled\r\n']) {
      await writeFile(file, text)
      await runCheck(['--token-file', file], options)
    }
    assert.deepEqual(tokens, ['from-the-environment', 'given', 'piped', 'filed', 'filed', 'filed'])
  })
  test('fields of every request; those that the contract takes as a credential are those of one caller', async () => {
    await using directory = await temporaryDirectory()
    const file = join(directory.path, 'fields')
    await writeFile(file, 'X-Tenant: a\r\n\nX-Gateway:  b c\n')
    let told: unknown
    const curious = checker('curious', (_collector, { fields }) => void (told = fields))
    await runCheck(['--header', 'X-A: 1', '--header', `@${file}`], { checkers: [curious] })
    const [one, two, three] = [
      ['X-A', '1'],
      ['X-Tenant', 'a'],
      ['X-Gateway', 'b c'],
    ] as const
    assert.deepEqual(told, [one, two, three])
    const url = 'http://127.0.0.1:1'
    const known = {
      url,
      callers: [],
      refused: [],
      fields: [one, two, ['authorization', 'Bearer t'] as const],
    }
    assert.deepEqual(withOwnFields(known, ['authorization', 'x-a']), {
      url,
      callers: [{ token: 't', fields: [one] }],
      refused: [],
      fields: [two],
    })
    const callers = [{ token: 'a' }, { token: 'b' }]
    assert.throws(
      () => withOwnFields({ ...known, callers }, ['x-a']),
      /X-A as a credential: give it in the world/,
    )
  })
})

describe('what is written', () => {
  test('--report: every report, whole, and nothing besides', async () => {
    await using directory = await temporaryDirectory()
    const target = join(directory.path, 'made', 'here')
    const { code, stdout } = await runCheck(['--report', target], { checkers: [good] })
    assert.equal(code, 0)
    assert.ok(stdout.endsWith(`\nReports: ${target}/report.html and others\n`), stdout)
    assert.deepEqual((await readdir(target)).toSorted(), [
      'junit.xml',
      'report.html',
      'report.json',
      'summary.md',
    ])
  })
  test('in GitHub Actions: annotations, and the summary of the job', async () => {
    await using directory = await temporaryDirectory()
    const summary = join(directory.path, 'summary')
    await writeFile(summary, 'Before.\n')
    const root = fileURLToPath(new URL('../../../..', import.meta.url))
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary, GITHUB_WORKSPACE: root }
    const plain = await runCheck([], { checkers: [strict], env })
    assert.match(
      plain.stdout,
      /^::error file=contracts\/openapi\.yaml,line=\d+,title=With limit=n at most n plants come back\.::/m,
    )
    const json = await runCheck(['--json'], { checkers: [strict], env })
    assert.equal((JSON.parse(json.stdout) as { outcome: string }).outcome, 'breaks')
    assert.match(json.stderr, /^::error /)
    assert.match(await readFile(summary, 'utf8'), /^Before\.\n## ❌ Conformance\n/)
  })
  test('progress on a terminal', async () => {
    assert.match((await runCheck([], { checkers: [good], isTTY: true })).stderr, /\d requests/)
  })
})

describe('reports that cannot be written', () => {
  test('are noticed before the check begins: 2, and no checker is called', async () => {
    await using directory = await temporaryDirectory()
    await writeFile(join(directory.path, 'file'), '')
    let heard = false
    const { code, stderr } = await runCheck(['--report', join(directory.path, 'file', 'reports')], {
      checkers: [checker('eager', () => void (heard = true))],
    })
    assert.deepEqual([code, heard], [2, false])
    assert.match(stderr, /^The reports can't be written to .*: not a directory\.\n$/)
  })
  for (const [checkers, due] of [
    [[good], 2],
    [[strict], 1],
  ] as const) {
    test(`after a check that ${due === 1 ? 'found a breach leave 1' : 'found none make it 2'}`, async () => {
      await using directory = await temporaryDirectory()
      const target = join(directory.path, 'reports')
      const spoiler = checker('spoiler', () => mkdir(join(target, 'report.json'), { recursive: true }))
      const { code, stdout, stderr } = await runCheck(['--report', target], {
        checkers: [...checkers, spoiler],
      })
      assert.equal(code, due)
      assert.match(stderr, /^The reports can't be written to /)
      assert.match(stdout, due === 1 ? /^The service breaks/ : /^The service keeps/)
      assert.ok(!(await readdir(target)).some((name) => name.endsWith('.part')))
    })
  }
  test('as the summary of a job make it 2 as well', async () => {
    const env = { GITHUB_STEP_SUMMARY: '/nowhere/at/all' }
    const { code, stderr } = await runCheck([], { checkers: [good], env })
    assert.equal(code, 2)
    assert.match(
      stderr,
      /^The summary can't be written to \/nowhere\/at\/all: no such file or directory\.\n$/,
    )
  })
})

test('rules: each with its line, its origin, its layer and its sentence, and an RFC where one says the same', async () => {
  const { code, stdout } = await run(['rules'])
  assert.equal(code, 0)
  assert.equal(
    stdout.match(
      /^contracts\/openapi\.yaml:\d+ {2}(?:given|completed) +(?:http|document|profile) +[a-z0-9-]+\n {4}.+$/gm,
    )?.length,
    rules.length,
  )
  assert.match(stdout, / http +head-as-get\n {4}HEAD .* without the body\. \(RFC 9110, 9\.3\.2\)$/m)
  const listed = JSON.parse((await run(['rules', '--json'])).stdout) as readonly { id: string }[]
  assert.deepEqual(
    listed.map(({ id }) => id),
    rules.map(({ id }) => id),
  )
})
