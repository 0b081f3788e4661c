/** The world file is read as documented, and all its faults are reported at once, each with its place. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Plant } from '@plant-store/contracts/schemas'
import { temporaryDirectory } from '@plant-store/testkit'
import { readWorldFile } from '../../src/world-file.ts'
import schema from '../../world.schema.json' with { type: 'json' }

test('a plant of the world has the members that the contract gives it', () => {
  const { properties, required } = schema.properties.callers.items.properties.plants.items
  assert.deepEqual([Object.keys(properties), required], [Object.keys(Plant.properties), Plant.required])
})

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
  assert.match(first, /^InputError: The world file .*world\.json can't be used\.$/)
  return lines.map((line) => line.trim().replace(/^.*world\.json(?::1:)? ?/, ''))
}

const named = (name: string): string => JSON.stringify({ callers: [{ token: 'one', plants: [{ name }] }] })

describe('a world file', () => {
  test('has callers of every kind of credential, their plants where they are known, and values; it may begin with a byte-order mark', async () => {
    const callers = [
      { token: 'one', plants: [{ name: 'Alder', tag: 'Alnus' }, { name: 'Alder' }] },
      { token: 'two', plants: [] },
      { token: 'three' },
    ]
    const world = {
      callers: [
        ...callers,
        { name: 'ana', headers: { 'X-Api-Key': 'a key', authorization: 'bearer four' } },
        { headers: { Authorization: 'Basic Y2xlbzp4' }, query: { api_key: 'k+/' } },
      ],
      refused: ['revoked', 'expired', { headers: { Cookie: 'session=1' } }],
      values: { toolId: ['t1', 2] },
    }
    assert.deepEqual(await readAs(`\uFEFF${JSON.stringify(world)}`), {
      callers: [
        ...callers,
        { name: 'ana', token: 'four', fields: [['X-Api-Key', 'a key']] },
        { fields: [['Authorization', 'Basic Y2xlbzp4']], query: [['api_key', 'k+/']] },
      ],
      refused: [{ token: 'revoked' }, { token: 'expired' }, { fields: [['Cookie', 'session=1']] }],
      values: { toolId: ['t1', 2] },
    })
  })

  /** What is in the file, and the faults that are due. */
  const faulty: Readonly<Record<string, readonly [unknown, ...string[]]>> = {
    'several faults, each reported once, with its place': [
      {
        callers: [
          { token: 'two words', plants: [{ name: 1 }, { tag: 'x' }, { name: 'x', colour: 'green' }] },
          {},
        ],
        refused: 'none',
        extra: true,
      },
      'extra is not known.',
      'callers/0/token is not of the right form (A bearer token, without the word Bearer)',
      'callers/0/plants/0/name must be string',
      "callers/0/plants/1 must have required property 'name'",
      'callers/0/plants/2/colour is not known.',
      'callers/1 must have a token, headers or a query',
      'refused must be array',
    ],
    'a token in two places, which is not repeated': [
      { callers: [{ token: 'same' }, { token: 'same' }], refused: ['same'] },
      'at /callers/1: the credential is already used at /callers/0',
      'at /refused/0: the credential is already used at /callers/0',
    ],
    'header fields that no request can have, none of which is repeated': [
      {
        callers: [{ headers: { 'X Key': 'a', 'X-Key': 'secret\r\nX: y' } }, { headers: {} }],
        refused: [{ name: 'ben', token: 'one' }, {}, 7],
        values: { id: 1 },
      },
      'callers/0/headers must match pattern "^[\\w!#$%&\'*+.^`|~-]+$"',
      'callers/0/headers/X-Key must match pattern "^[!-~]([ -~]*[!-~])?$"',
      'callers/1/headers must NOT have fewer than 1 properties',
      'refused/0/name is not known.',
      'refused/1 must have a token, headers or a query',
      'refused/2 must be string,object',
      'values/id must be array',
    ],
    'header fields that say two things': [
      {
        callers: [
          { token: 'one', headers: { authorization: 'Basic eDp5' } },
          { headers: { 'x-key': 'a', 'X-Key': 'b', Host: 'c' } },
        ],
      },
      'at /callers/0/headers/authorization: the field is given twice',
      'at /callers/1/headers/X-Key: the field is given twice',
      'at /callers/1/headers/Host: the harness itself decides this field',
    ],
    'no YAML, at its place': ['{\n  "callers": [] "secret"\n}', ':2:17 is neither YAML nor JSON.'],
    'YAML that says something else, which is not repeated': ['{"token": secret}', 'token is not known.'],
    'another encoding, rather than other names': [
      Buffer.from(named('Gänseblümchen'), 'latin1'),
      "can't be read: it is not UTF-8 text.",
    ],
  }
  for (const [what, [value, ...due]] of Object.entries(faulty))
    test(`with a fault has that reported: ${what}`, async () => assert.deepEqual(await faultsOf(value), due))
})
