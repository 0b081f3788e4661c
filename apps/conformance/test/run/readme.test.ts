/** What the documents say is true: exit codes, reports, commands and options, and the sample of raw HTTP. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runLine, startRecorder } from '@plant-store/raw-http'
import { exits } from '../../src/command/exit-codes.ts'
import { reports } from '../../src/report/write-reports.ts'
import { run } from './run.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const document = await readFile(`${root}docs/proof/README.md`, 'utf8')

test('every exit code, every option and every report is named', async () => {
  const [, endings = ''] = /^## How it ends\n([^]*?)^## /m.exec(document) ?? []
  for (const { code } of Object.values(exits))
    assert.match(endings, new RegExp(`^\\|[\\d, ]*\\b${code}\\b[\\d, ]*\\|`, 'm'))
  for (const name of Object.keys(reports)) assert.ok(document.includes(`\`${name}\``), name)
  const { stdout } = await run(['check', '--help'])
  // Not by the beginning of a longer option.
  for (const [option] of stdout.matchAll(/--(?!help)[\w-]+/g))
    assert.match(document, new RegExp(`${option}(?![\\w-])`))
})

test("the repository's README names commands and options that exist", async () => {
  const text = await readFile(`${root}README.md`, 'utf8')
  const lines = [...text.matchAll(/^pnpm conformance\b(.*)$/gm)].map(([, words = '']) =>
    words.trim().split(/ +/),
  )
  assert.equal(lines.length, 2)
  for (const words of lines) {
    const { code, stdout } = await run([...words.filter((word) => word !== ''), '--help'])
    assert.equal(code, 0)
    for (const option of words.filter((word) => word.startsWith('--')))
      assert.ok(stdout.includes(option), option)
  }
})

test('the sample of raw HTTP sends its request, and prints a line that sends it again', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const [, sample = ''] = /```ts\n([^]*?)```/.exec(readme) ?? []
  await using recorder = await startRecorder()
  // Git ignores this folder, and so does everything else that walks the sources meanwhile.
  const file = fileURLToPath(new URL(`../../.plant-store/sample-${process.pid}.ts`, import.meta.url))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, sample.replace('http://127.0.0.1:8080', recorder.url))
  try {
    const token = 'plants-Ana-1'
    const env = { ...process.env, TOKEN: token }
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env })
    const sent = recorder.take()
    assert.match(sent.join(''), new RegExp(`^GET /plants HTTP/1.1\r\n[^]*Bearer ${token}\r\n\r\n$`))
    assert.match(stdout, /status: 200/)
    const [line = ''] = /^\(.*\$TOKEN.*$/m.exec(stdout) ?? []
    await runLine(line, { callers: [{ token }], refused: [] })
    assert.deepEqual(recorder.take(), sent)
    assert.ok(!line.includes(token), line)
  } finally {
    await rm(file)
  }
})
