/** What the README says is so: the world file's schema, the exit codes, the example in another language. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { exits } from '../../src/command/exit-codes.ts'
import { reports } from '../../src/report/write-reports.ts'
import { readWorldFile, WorldFile } from '../../src/world-file.ts'
import { runMarked } from './marked-process.ts'
import { run } from './run.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')

test('world.schema.json is the schema that is checked (UPDATE_DOCS=1 and oxfmt write it)', async () => {
  const file = new URL('../../world.schema.json', import.meta.url)
  const schema = { $schema: 'http://json-schema.org/draft-07/schema#', ...WorldFile }
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(file, JSON.stringify(schema, undefined, 2))
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), JSON.parse(JSON.stringify(schema)))
})

test('every exit code, every option and every report is named', async () => {
  for (const { code } of Object.values(exits)) assert.match(readme, new RegExp(`\\b${code}\\b`))
  for (const name of Object.keys(reports)) assert.ok(readme.includes(`\`${name}\``), name)
  for (const command of ['check', 'mutants']) {
    const { stdout } = await run([command, '--help'])
    for (const [option] of stdout.matchAll(/--(?!help)\w+/g)) assert.ok(readme.includes(option), option)
  }
})

test("the repository's README names commands and options that there are", async () => {
  const text = await readFile(`${root}README.md`, 'utf8')
  const lines = [...text.matchAll(/^pnpm conformance\b(.*)$/gm)].map(([, words = '']) =>
    words.trim().split(/ +/),
  )
  assert.equal(lines.length, 3)
  for (const words of lines) {
    const { code, stdout } = await run([...words.filter((word) => word !== ''), '--help'])
    assert.equal(code, 0)
    for (const option of words.filter((word) => word.startsWith('--')))
      assert.ok(stdout.includes(option), option)
  }
})

describe('the service in another language', () => {
  const [, start = '', check = ''] = /```sh\n(python3 .*) &\npnpm conformance (.*)\n```/.exec(readme) ?? []
  const [, promised = ''] = /begins with\n\n```\n(.*)\n```/.exec(readme) ?? []

  test('has a world file that can be read', async () => {
    const [, world = ''] = /--world (\S+)/.exec(check) ?? []
    const { callers } = await readWorldFile(`${root}${world}`)
    assert.deepEqual(
      callers.map(({ plants = [] }) => plants.length),
      [3, 1, 0],
    )
  })
  test('keeps the given contract, as the README shows, and not the rest', async () => {
    await using service = await startExample(start)
    const words = check
      .replace('http://127.0.0.1:8090', service.url)
      .replaceAll('apps/', `${root}apps/`)
      .split(' ')
    const given = await runMarked([...words, '--budget', 'quick'])
    assert.equal(given.stdout.split('\n')[0], promised, given.stdout + given.stderr)
    assert.equal(given.code, 0)
    const whole = await runMarked([...words.slice(0, -2), '--budget', 'quick'])
    assert.equal(whole.code, 1)
    assert.match(whole.stdout, /A limit with a leading zero is refused with 400\./)
  })
})

/** Runs the line of the README, on a free port. */
async function startExample(line: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const [program = '', ...args] = line.replace('8090', '0').split(' ')
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [said] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    url: /http:\S+/.exec(said)?.[0] ?? '',
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await exited
    },
  }
}
