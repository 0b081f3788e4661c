/** Any OpenAPI document is read, or refused with one sentence that says why and where. */
import assert from 'node:assert/strict'
import { dirname, relative } from 'node:path'
import { describe, it } from 'node:test'
import type { Served } from '@plant-store/raw-http'
import { objectAt } from '../../src/contract/pointers.ts'
import { placeOf } from '../../src/document/lines.ts'
import { loadContract } from '../../src/document/load.ts'
import { serve } from '../serve.ts'
import { documentOf, type Files, loadFiles, writeFiles } from './written.ts'

const head = 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\n'
const paths = 'paths:\n  /pets: {get: {operationId: listPets}}\n'

describe('a document that is no contract gets a sentence', () => {
  const broken: Readonly<Record<string, readonly [files: Files, sentence: string]>> = {
    'YAML that is wrong': [
      { 'a.yaml': `${head}paths: [\n` },
      'a.yaml:4:1 is neither YAML nor JSON: Flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
    'no text': [{ 'a.yaml': '' }, 'a.yaml is no document of OpenAPI 3.0 or 3.1.'],
    Swagger: [
      { 'a.json': '{"swagger": "2.0"}' },
      'a.json is no document of OpenAPI 3.0 or 3.1, but of Swagger, which `npx swagger2openapi` raises to it.',
    ],
    'a version to come': [{ 'a.json': documentOf('4.0.0') }, 'a.json is no document of OpenAPI 3.0 or 3.1.'],
    'no operations': [
      { 'a.json': documentOf('3.0.3', { paths: { '/pets': { summary: 'Pets' } } }) },
      'a.json has no operation that could be checked: `paths` has none.',
    ],
    'aliases that stand for gigabytes': [
      {
        'a.yaml': `${head}x-a: &a [1, 1]\n${'bcdefghi'.replaceAll(/./g, (name) => `x-${name}: &${name} [${`*${String.fromCodePoint((name.codePointAt(0) ?? 0) - 1)}, `.repeat(9)}1]\n`)}`,
      },
      "a.yaml can't be read: Excessive alias count indicates a resource exhaustion attack.",
    ],
    'a reference to nothing': [
      {
        'a.yaml': `${head}paths:\n  /pets:\n    get:\n      requestBody:\n        $ref: '#/components/requestBodies/Pet'\n`,
      },
      'a.yaml:7: the reference "#/components/requestBodies/Pet" leads nowhere.',
    ],
    'a reference to a file that is missing': [
      { 'a.yaml': `${head}${paths}  /dogs: {$ref: dogs.yaml}\n` },
      'a.yaml:5: the reference "dogs.yaml" can\'t be followed: dogs.yaml can\'t be read: no such file or directory.',
    ],
    'a reference to nothing in another file': [
      {
        'a.yaml': `${head}${paths}  /dogs: {$ref: b/dogs.yaml}\n`,
        'b/dogs.yaml': 'get:\n  requestBody:\n    $ref: "#/dog"\n',
      },
      'b/dogs.yaml:3: the reference "#/dog" leads nowhere.',
    ],
    'references in a circle': [
      {
        'a.yaml': `${head}${paths}components:\n  schemas:\n    A: {$ref: '#/components/schemas/B'}\n    B: {$ref: '#/components/schemas/A'}\n`,
      },
      'a.yaml:7: the reference "#/components/schemas/B" leads back to itself.',
    ],
    'a reference through itself': [
      {
        'a.yaml': `${head}${paths}components:\n  schemas:\n    A: {$ref: '#/components/schemas/A/properties/b'}\n`,
      },
      'the reference "#/components/schemas/A/properties/b" leads back to itself.',
    ],
    'a reference into the network': [
      { 'a.yaml': `${head}${paths}  /dogs: {$ref: 'http://127.0.0.1:1/dogs.yaml'}\n` },
      'a.yaml:5: the reference "http://127.0.0.1:1/dogs.yaml" leads to another place than the document came from, which is not read.',
    ],
  }
  for (const [name, [files, sentence]] of Object.entries(broken)) {
    it(name, async (test) => {
      const path = await writeFiles(test, files)
      await assert.rejects(loadContract(path), ({ name: kind, message }: Error) => {
        assert.equal(kind, 'InputError', message)
        assert.ok(message.replaceAll(`${dirname(path)}/`, '').includes(sentence), message)
        return true
      })
    })
  }

  it('no file, a folder, no such scheme', async (test) => {
    const path = await writeFiles(test, { 'a.yaml': '' })
    await assert.rejects(loadContract(`${path}x`), {
      message: `${path}x can't be read: no such file or directory.`,
    })
    await assert.rejects(loadContract(dirname(path)), {
      message: `${dirname(path)} can't be read: illegal operation on a directory.`,
    })
    await assert.rejects(loadContract('ftp://a/b'), {
      message: 'ftp://a/b is neither a path nor an http:// or https:// URL.',
    })
  })
})

it('a file is read no further than a document may be long', async () => {
  await assert.rejects(loadContract('/dev/zero'), {
    message: "/dev/zero can't be read: it has more than 50 MB.",
  })
})

describe('a document by URL', () => {
  /** Serves the texts by path. What there is not has, where a place is given, moved there. */
  const serveTexts = (texts: Files, Location?: string): Promise<Served> =>
    serve(({ url = '' }, response) => {
      const missing = Location === undefined ? 404 : 302
      response.writeHead(url in texts ? 200 : missing, { ...(Location && { Location }) }).end(texts[url])
    })

  it('is read with the files beside it', async () => {
    await using server = await serveTexts({
      '/a/openapi.yaml': `${head}paths: {/pets: {$ref: pets.yaml}}`,
      '/a/pets.yaml': '\nget: {}',
    })
    const { url } = server
    const contract = await loadContract(`${url}/a/openapi.yaml`)
    assert.equal(contract.name, `${url}/a/openapi.yaml`)
    assert.deepEqual(placeOf(contract, { pointer: contract.operations[0]?.pointer ?? '' }), {
      file: `${url}/a/pets.yaml`,
      line: 2,
      place: `${url}/a/pets.yaml:2`,
    })
  })

  it('may not lead to a file, nor to another server', async () => {
    await using foreign = await serveTexts({ '/pets.yaml': 'get: {}' })
    for (const ref of [`${foreign.url}/pets.yaml`, 'file:///etc/hostname']) {
      await using server = await serveTexts({ '/a.yaml': `${head}paths: {/pets: {$ref: '${ref}'}}` })
      await assert.rejects(loadContract(`${server.url}/a.yaml`), {
        message: `${server.url}/a.yaml:3: the reference "${ref}" leads to another place than the document came from, which is not read.`,
      })
    }
  })

  it('may have moved, but not what it refers to', async () => {
    const texts: Files = {
      '/new/a.yaml': `${head}paths: {/pets: {$ref: pets.yaml}, /dogs: {$ref: dogs.yaml}}`,
      '/new/pets.yaml': 'get: {}',
    }
    await using server = await serveTexts(texts, '/new/a.yaml')
    const { url } = server
    await assert.rejects(loadContract(`${url}/old`), {
      message: `${url}/old:3: the reference "dogs.yaml" can't be followed: ${url}/new/dogs.yaml can't be read: unexpected redirect.`,
    })
  })

  it('ends, however much comes', async () => {
    await using server = await serve(({ url = '' }, response) => {
      const number = Number(url.slice(1))
      if (url === '/whole') response.end('x'.repeat(50_000_001))
      else
        response.end(JSON.stringify({ openapi: '3.1.0', info: {}, paths: {}, a: { $ref: `/${number + 1}` } }))
    })
    const { url } = server
    await assert.rejects(loadContract(`${url}/whole`), {
      message: `${url}/whole can't be read: it has more than 50 MB.`,
    })
    await assert.rejects(loadContract(`${url}/0`), {
      message: `${url}/1000:1: the reference "/1001" leads too far: 1000 files have been read.`,
    })
  })

  it('is missed, or the server is', async () => {
    await using server = await serveTexts({})
    await assert.rejects(loadContract(`${server.url}/a`), {
      message: `${server.url}/a can't be read: the response was 404.`,
    })
    await assert.rejects(
      loadContract('http://127.0.0.1:1/a'),
      /^InputError: http:\/\/127\.0\.0\.1:1\/a can't be read: .+\.$/,
    )
    await assert.rejects(
      loadContract('http://me:secret@127.0.0.1:1/a'),
      (fault: Error) => !fault.message.includes('secret'),
    )
  })
})

it('other files stand in the document, and lines are found in each', async (test) => {
  const contract = await loadFiles(test, {
    'api/openapi.yaml': `${head}paths:\n  /pets:\n    $ref: '../paths/pets.yaml#/~1pets'\ncomponents:\n  schemas:\n    Pet: {$ref: '../Pet.json'}\n`,
    'paths/pets.yaml':
      '/pets:\n  get:\n    operationId: listPets\n    responses:\n      200:\n        description: Pets\n        content: {application/json: {schema: {$ref: "../api/openapi.yaml#/components/schemas/Pet"}}}\n',
    'Pet.json':
      '{\n"type": "object",\n"properties": {"mother": {"$ref": "#"}, "$ref": {"type": "string"}},\n"example": {"$ref": "#/nothing"}}',
  })
  const [listPets] = contract.operations
  const [content] = listPets?.responses[0]?.contents ?? []
  const folder = dirname(dirname(contract.name))
  const placed = (pointer = ''): string => {
    const { file, line } = placeOf(contract, { pointer })
    return `${relative(folder, file)}:${line}`
  }
  assert.equal(placed(listPets?.pointer), 'paths/pets.yaml:2')
  assert.equal(placed(listPets?.responses[0]?.pointer), 'paths/pets.yaml:5')
  assert.equal(placed(content?.schema), 'paths/pets.yaml:7')
  const pet = objectAt(contract.document, content?.schema ?? '')
  assert.equal(pet['type'], 'object')
  assert.equal(placed(contract.files.find(({ name }) => name.endsWith('.json'))?.pointer), 'Pet.json:1')
  assert.equal(placed('/components/schemas/Pet/nothing/there'), 'api/openapi.yaml:8')
})
