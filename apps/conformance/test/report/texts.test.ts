/** Annotations and the summary of a job: short, and nothing that a service answers becomes a command or markup in them. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { annotations } from '../../src/report/annotations.ts'
import { markdownSummary } from '../../src/report/describe-verdict.ts'
import { breaking, conforming, hostile, lineOf, inconclusive } from './sample-verdict.ts'

describe('annotations', () => {
  const root = fileURLToPath(new URL('../../../..', import.meta.url))
  const commands = annotations(breaking, root, root).trimEnd().split('\n')

  test('point at the line of the contract, one for each failure, and stay on one line', () => {
    assert.equal(commands.length, breaking.failures.length)
    const start = `::error file=contracts/openapi.yaml,line=${lineOf('limit-caps-the-list')},title=With limit=n at most n plants come back.::Got: 3 plants`
    assert.ok(
      commands.some((command) => command.startsWith(start)),
      commands.join('\n'),
    )
    for (const command of commands)
      assert.match(command, /^::error file=contracts\/openapi\.yaml,line=\d+,title=[^,:]*::[^\r\n]*$/)
  })
  test('name the document from the root of the workspace, and no file for what is not in it', () => {
    const within = annotations(breaking, join(root, 'contracts'), root)
    assert.match(within, /^::error file=openapi\.yaml,line=\d+,title=/)
    assert.deepEqual(annotations(breaking, root, '/').trimEnd().split('\n'), commands)
    const outside = annotations(breaking, join(root, 'docs'), root)
    assert.match(outside, /^::error title=[^,:]*::contracts\/openapi\.yaml:\d+%0A/)
  })
  test('escape percent signs first, so that what is read is what was written', () => {
    const command = commands.find((one) => one.includes('img')) ?? ''
    const data = command.slice(command.indexOf('::', 2) + 2)
    const read = data.replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%25', '%')
    for (const part of [hostile.slice(0, 40), '%0A,']) assert.ok(read.includes(part), read)
  })
  test('say why nothing could be checked, and are none where the contract is kept', () => {
    assert.equal(
      annotations(inconclusive, root),
      '::error title=Conformance could not be checked::lame could not check: Python 3.10 is missing: install it.\n',
    )
    assert.equal(annotations(conforming, root), '')
  })
})

describe('summary.md', () => {
  const text = markdownSummary(breaking)

  test('begins with the verdict', () => {
    assert.match(markdownSummary(conforming), /^## ✅ Conformance\n\n```text\nThe service keeps the contract/)
    assert.match(text, /^## ❌ Conformance\n/)
    assert.match(markdownSummary(inconclusive), /^## ⚠️ Conformance\n/)
  })
  test('shows what the terminal shows, and no part of a response is markup in it', () => {
    for (const part of [
      '. With limit=n at most n plants come back.',
      `contracts/openapi.yaml:${lineOf('limit-caps-the-list')}`,
    ])
      assert.ok(text.includes(part), part)
    const [, fence = '', , end] = /\n(`+)text\n([^]*?)\n(`+)\n$/.exec(text) ?? []
    assert.equal(fence, end)
    // The hostile response has three in a row.
    assert.equal(fence.length, 4)
    assert.ok(!text.includes('\u001B'))
  })
  test('stays short, however much is broken', () => {
    const failures = Array.from({ length: 500 }, () => breaking.failures).flat()
    assert.ok(markdownSummary({ ...breaking, failures }).length < 100_000)
  })
})
