/** The example in another language, started and checked as the README says. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runMarked } from './marked-process.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
const [, start = '', check = ''] = /```sh\n(python3 .*) &\npnpm conformance (.*)\n```/.exec(readme) ?? []
const [, promised = ''] = /begins with\n\n```\n(.*)\n```/.exec(readme) ?? []

test('the service in another language keeps the given contract, as the README shows, and not the rest', async () => {
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
  assert.match(whole.stdout, /Requests with a wrong limit are answered with 200\./)
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
