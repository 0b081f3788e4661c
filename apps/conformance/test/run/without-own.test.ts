/** Who forks for another API has no contract of ours: everything else works, and nothing of that folder is loaded. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { documentOf, writeFiles } from '../document/written.ts'
import { serve } from '../serve.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const ours = fileURLToPath(new URL('../../plant-store/', import.meta.url))

/** In place of the loader's own step: fails for the folder. */
const refusing = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    load: (url, context, next) => {
      if (url.includes(${JSON.stringify(ours)})) throw new Error('loaded ' + url)
      return next(url, context)
    },
  })`)}`

const runFork = (...words: readonly string[]): Promise<{ code: number; text: string }> =>
  promisify(execFile)(process.execPath, ['-C', 'without-own', '--import', refusing, main, ...words]).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code: Number(code), text: String(stdout) + String(stderr) }),
  )

test('without a contract of ours a check goes by the document that it is given', async (context) => {
  const paths = { '/cats': { get: { operationId: 'cats', responses: { 200: { description: 'All.' } } } } }
  const contract = await writeFiles(context, { 'cats.json': documentOf('3.1.0', { paths }) })
  await using server = await serve((_, response) => response.writeHead(500).end())
  const found = await runFork('check', server.url, '--contract', contract, '--budget', 'quick')
  assert.match(found.text, /Requests are answered with 500/)
  assert.equal(found.code, 1)
})

test('and where none is given, that is said', async () => {
  for (const words of [['rules'], ['check', 'http://127.0.0.1:1']]) {
    const { code, text } = await runFork(...words)
    assert.match(
      text,
      /^There is nothing to check by: name the OpenAPI document of the service with --contract/,
    )
    assert.equal(code, 2)
  }
})
