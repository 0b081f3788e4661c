/** GitHub reads annotations as they are meant, and nothing that a service answers can become a command. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { annotations } from '../../src/report/annotations.ts'
import { breaking, conforming, hostile, unjudged } from './sample-verdict.ts'

const lineOf = (id: string): number => breaking.evidence.find(({ rule }) => rule.id === id)?.line ?? 0

describe('annotations', () => {
  test('point at the line of the contract, one for each failure', () => {
    const commands = annotations(breaking).trimEnd().split('\n')
    assert.equal(commands.length, breaking.failures.length)
    const start = `::error file=contracts/openapi.yaml,line=${lineOf('limit-caps-the-list')},title=With limit=n at most n plants come back.::Sent by caller 1 ($TOKEN)%0AGot: 3 plants`
    assert.ok(
      commands.some((command) => command.startsWith(start)),
      commands.join('\n'),
    )
  })
  test('stay on one line, and escape what GitHub would read as the end of a part', () => {
    for (const command of annotations(breaking).trimEnd().split('\n')) {
      assert.match(command, /^::error file=contracts\/openapi\.yaml,line=\d+,title=[^,:]*::[^\r\n]*$/)
    }
    assert.ok(!annotations(breaking).includes('\n::error::'))
  })
  test('escape percent signs first, so that what is read is what was written', () => {
    const command =
      annotations(breaking)
        .split('\n')
        .find((one) => one.includes('img')) ?? ''
    const data = command.slice(command.indexOf('::', 2) + 2)
    const read = data.replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%25', '%')
    assert.ok(read.includes(hostile.slice(0, 40)), read)
    assert.ok(read.includes('%0A,'), read)
  })
  test('say why nothing could be judged', () => {
    assert.equal(
      annotations(unjudged),
      '::error title=Conformance could not be judged::schemathesis could not judge: Python 3.10 or newer was not found.\n',
    )
  })
  test('are none where the contract is kept', () => {
    assert.equal(annotations(conforming), '')
  })
})
