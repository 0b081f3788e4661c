/** The files of a check: its configuration, and the baseline that it reads and writes. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { Ajv } from 'ajv'
import { checkOptions, configSchema } from '../../src/command/options.ts'
import { checker } from './bench.ts'
import { good, run, runCheck, strict } from './run.ts'

const directory = await temporaryDirectory()
after(() => directory.remove())
let files = 0

/** A file with this text, by its path. */
async function fileOf(text: string, ending = 'yaml'): Promise<string> {
  files += 1
  const path = join(directory.path, `${files}.${ending}`)
  await writeFile(path, text)
  return path
}

/** What the checkers are told by a configuration, and what the command says. */
async function told(text: string, words: readonly string[] = [], ending?: string) {
  let subject: unknown
  const curious = checker('curious', (_collector, { url: _url, ...rest }) => void (subject = rest))
  const { code, stderr } = await runCheck(['--config', await fileOf(text, ending), ...words], {
    checkers: [curious, good],
  })
  return { code, stderr, subject }
}

const world = { callers: [{ token: 'one', plants: [{ name: 'Alder' }] }, { token: 'two' }], refused: ['old'] }
const known = { callers: world.callers, refused: [{ token: 'old' }] }

describe('the configuration file', () => {
  test('has every option by its long name, in YAML or JSON, with the world inline', async () => {
    const values = {
      world,
      seed: 7,
      budget: 'deep',
      minutes: 3,
      only: 'given',
      'at-least': 80,
      wait: '1s',
      json: false,
    }
    const due = { ...known, seed: 7, budget: 'deep', timeMs: 180_000, only: 'given', atLeast: 80 }
    for (const ending of ['yaml', 'json']) {
      const { subject, stderr } = await told(JSON.stringify(values), [], ending)
      assert.deepEqual([subject, stderr], [due, ''])
    }
    assert.deepEqual(Object.keys(configSchema.properties).slice(2), Object.keys(checkOptions).slice(1))
  })
  test('names files from where it stands, and gives way to the command line, also where options go together', async () => {
    await mkdir(join(directory.path, 'known'), { recursive: true })
    await writeFile(join(directory.path, 'known', 'world.json'), JSON.stringify(world))
    const text = 'world: known/world.json\nseed: 7\nexclude: [layer:http]\nown: true\n'
    const whole = { only: 'all', atLeast: 90, budget: 'standard' }
    assert.deepEqual((await told(text)).subject, { ...known, ...whole, seed: 7 })
    const { subject } = await told(text, ['--token', 'mine', '--seed', '8'])
    assert.deepEqual(subject, { callers: [{ token: 'mine' }], refused: [], ...whole, seed: 8 })
  })
  test('names the service, too', async () => {
    const { stdout } = await run(['check', '--config', await fileOf('url: http://127.0.0.1:1\nseed: 3\n')], {
      checkers: [good],
    })
    assert.match(stdout, /^Nothing answers at http:\/\/127\.0\.0\.1:1:/)
  })
  for (const [text, ...due] of [
    ['# Mine\nbudgets: quick\n', ':2: budgets is not known. Did you mean budget?'],
    [
      'seed: 1\nbudget: huge\nwait: soon\n',
      ':2: budget must be one of quick, standard, deep',
      ':3: wait is not of the right form (how long',
    ],
    ['minutes: 0\n', ':1: minutes must be >= 1'],
    ['include: a\n', ':1: include must be array'],
    ['world:\n  callers:\n    - tokn: secret\n', ':3: world/callers/0/tokn is not known.'],
    ['seed: [\n', ' is neither YAML nor JSON.'],
    ['- 1\n', ':1: it must be object'],
  ] as const)
    test(`with a fault is refused, with each place: ${JSON.stringify(text)}`, async () => {
      const { code, stderr } = await told(text)
      assert.equal(code, 2)
      assert.match(stderr, /^The configuration file .+ can't be used\.\n/)
      for (const part of due) assert.ok(stderr.includes(part), stderr)
      assert.doesNotMatch(stderr, /secret| {4}at /)
    })
  test('is shown in the document with options that exist, and so is a baseline', async () => {
    const page = await readFile(new URL('../../../../docs/proof/README.md', import.meta.url), 'utf8')
    const [config = '', baseline = ''] = page.match(/(?<=^```yaml\n)(?:# conformance|known)[^`]*/gm) ?? []
    assert.deepEqual((await told(config.replaceAll(/^(?:url|world|baseline|report): .*$/gm, ''))).stderr, '')
    const { code, stderr } = await runCheck(['--baseline', await fileOf(baseline)], { checkers: [good] })
    assert.deepEqual([code, stderr], [0, ''])
  })
  test('has a schema for editors, made from the options', async () => {
    const file = new URL('../../config.schema.json', import.meta.url)
    const text = `${JSON.stringify(configSchema, undefined, 2)}\n`
    if (process.env['UPDATE_DOCS'] === '1') await writeFile(file, text)
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), JSON.parse(text))
    new Ajv({ strict: true, allowUnionTypes: true }).addSchema({}, 'world.schema.json').compile(configSchema)
  })
})

describe('a baseline', () => {
  test('is written, is refused without reasons, and then makes the same check pass', async () => {
    const file = join(directory.path, 'known.yaml')
    const written = await runCheck(['--write-baseline', file], { checkers: [good, strict] })
    assert.equal(written.code, 1)
    assert.match(written.stdout, /\nBaseline: .+known\.yaml\. An entry without a reason is refused/)
    const refused = await runCheck(['--baseline', file], { checkers: [good, strict] })
    assert.deepEqual([refused.code, refused.stdout], [2, ''])
    assert.match(refused.stderr, /: known\/0\/reason is not of the right form \(Why it is accepted/)
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('reason: ""', 'reason: Ticket 7.'))
    const { code, stdout } = await runCheck(['--baseline', file], { checkers: [good, strict] })
    assert.equal(code, 0, stdout)
    assert.match(
      stdout,
      /^The service keeps the contract but for one known failure: \d+ of \d+ rules were seen kept\.\n/,
    )
    assert.match(stdout, /\nKnown failures:\n {3}limit-caps-the-list: Ticket 7\.\n/)
  })
  test('with a fault is refused, with its place', async () => {
    const file = await fileOf('known:\n  - rule: a\n    reason: b\n    until: soon\n')
    const { code, stderr } = await runCheck(['--baseline', file])
    assert.equal(code, 2)
    assert.match(
      stderr,
      /^The baseline .+ can't be used\.\n {2}.+:4: known\/0\/until is not of the right form \(The last day .* 2027-01-31/,
    )
  })
  test('is not written where nothing may be concluded', async () => {
    const file = join(directory.path, 'none.yaml')
    const { code, stdout } = await runCheck(['--write-baseline', file], { checkers: [] })
    assert.deepEqual([code, existsSync(file)], [2, false])
    assert.match(stdout, /\nNo baseline was written: nothing may be concluded\.\n$/)
  })
})
