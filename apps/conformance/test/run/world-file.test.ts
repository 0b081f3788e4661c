/** The world file is read as documented, and all its faults are reported at once, each with its place. */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { readWorldFile } from '../../src/world-file.ts'

const good = {
  callers: [
    { token: 'one', plants: [{ name: 'Alder', tag: 'Alnus' }, { name: 'Alder' }] },
    { token: 'two', plants: [] },
    { token: 'three' },
  ],
  refusedTokens: ['expired', 'revoked'],
}

async function readAs(text: string | Buffer): Promise<unknown> {
  await using directory = await temporaryDirectory()
  const file = join(directory.path, 'world.json')
  await writeFile(file, text)
  return await readWorldFile(file)
}

async function faultsOf(value: unknown): Promise<readonly string[]> {
  const isText = typeof value === 'string' || Buffer.isBuffer(value)
  const fault = await readAs(isText ? value : JSON.stringify(value)).catch(String)
  const [first = '', ...lines] = String(fault).split('\n')
  assert.match(first, /^WorldFileError: The world file .*world\.json can't be used\.$/)
  return lines.map((line) => line.trim())
}

describe('a world file', () => {
  test('with callers, their plants, and refused tokens is read', async () => {
    assert.deepEqual(await readAs(JSON.stringify(good)), good)
  })
  test('may leave out the plants of a caller, and refused tokens', async () => {
    const least = { callers: [{ token: 'one' }] }
    assert.deepEqual(await readAs(JSON.stringify(least)), least)
  })
  test('with several faults has all of them reported, each once, with its place', async () => {
    const faults = await faultsOf({
      callers: [
        { token: 'two words', plants: [{ name: 1 }, { tag: 'x' }, { name: 'x', colour: 'green' }] },
        {},
      ],
      refusedTokens: 'none',
      extra: true,
    })
    assert.deepEqual(faults, [
      'at /extra: unexpected property',
      "at /callers/0/token: expected string to match '^[A-Za-z0-9._~+/-]+=*$'",
      'at /callers/0/plants/0/name: expected string',
      'at /callers/0/plants/1/name: expected required property',
      'at /callers/0/plants/2/colour: unexpected property',
      'at /callers/1/token: expected required property',
      'at /refusedTokens: expected array',
    ])
  })
  test('without a caller says that one is needed', async () => {
    assert.deepEqual(await faultsOf({ callers: [] }), [
      'at /callers: expected array length to be greater or equal to 1',
    ])
  })
  test('that is not an object is reported', async () => {
    assert.deepEqual(await faultsOf([]), ['at the top: expected object'])
  })
  test('with a token in two places has both places named, never the token', async () => {
    const twice = { callers: [{ token: 'same' }, { token: 'same' }], refusedTokens: ['same'] }
    assert.deepEqual(await faultsOf(twice), [
      'at /callers/1/token: the token is already used at /callers/0/token',
      'at /refusedTokens/0: the token is already used at /callers/0/token',
    ])
  })
  test('that is not JSON is reported, with the place if it is known, never with the text', async () => {
    assert.deepEqual(await faultsOf('{\n  "callers": [,]\n}'), ['It is not JSON.'])
    assert.deepEqual(await faultsOf('{\n  "callers": [] "secret"\n}'), [
      'It is not JSON: the error is at line 2, column 17.',
    ])
    assert.deepEqual(await faultsOf('{"token": secret}'), ['It is not JSON.'])
  })
  test('that is not UTF-8 is reported, rather than read as different names', async () => {
    const text = JSON.stringify({ callers: [{ token: 'one', plants: [{ name: 'Gänseblümchen' }] }] })
    assert.deepEqual(await faultsOf(Buffer.from(text, 'latin1')), ['It is not UTF-8 text.'])
    assert.deepEqual(await faultsOf(Buffer.from(text, 'utf16le').subarray(0, -1)), ['It is not UTF-8 text.'])
  })
  test('may begin with a byte-order mark', async () => {
    assert.deepEqual(await readAs(`\uFEFF${JSON.stringify(good)}`), good)
  })
  test('that does not exist, or is a directory, is reported', async () => {
    await using directory = await temporaryDirectory()
    await assert.rejects(readWorldFile(join(directory.path, 'none.json')), /There is no file .*none\.json\.$/)
    await mkdir(join(directory.path, 'dir'))
    await assert.rejects(readWorldFile(join(directory.path, 'dir')), /is a directory\.$/)
  })
})
