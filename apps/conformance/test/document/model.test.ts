/** What a document says about its operations, read from 3.0 and 3.1. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AnyOperation } from '../../src/document/model.ts'
import { validatorFor } from '../../src/document/schemas.ts'
import { loadFiles } from './written.ts'

const document = `
  security: [{key: []}, {}]
  paths:
    /pets/{id}:
      parameters:
        - {name: id, in: path, schema: {type: integer, examples: [7]}}
        - {name: X-Trace, in: header, schema: {type: string}}
        - {name: Accept, in: header, schema: {type: string}}
      get:
        operationId: getPet
        parameters:
          - {$ref: '#/components/parameters/Fields'}
          - {name: x-trace, in: header, required: true, schema: {type: string}}
          - {name: filter, in: query, content: {application/json: {schema: {type: object}, example: {a: 1}}}}
          - {name: body, in: body, schema: {}}
        responses:
          200:
            description: The pet
            headers:
              Content-Type: {schema: {type: string}}
              X-Rate: {required: true, schema: {type: integer}}
            content:
              application/json: {schema: {type: object}, examples: {one: {value: {id: 1}}, two: {externalValue: a}}}
              text/csv: {}
            links:
              self: {operationId: getPet, parameters: {id: $response.body#/id}}
              elsewhere: {operationRef: 'https://other.example/a.yaml#/paths/~1pets/get', parameters: {id: 1}}
              putIt: {operationRef: '#/paths/~1pets~1{id}/put', parameters: {name: Rex}}
          4xx: {$ref: '#/components/responses/All%20wrong'}
          default: {description: Else}
          x-more: {}
      put:
        operationId: getPet
        servers: [{url: https://other.example}]
        security: [{token: [], basic: []}, {oauth: [read]}, {unknown: []}]
        requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
      delete: {security: []}
    /stray/{b}.{c}/{b}: {$ref: '#/components/pathItems/Stray'}
    x-ignored: {get: {}}
  components:
    pathItems: {Stray: {get: {parameters: [{name: c, in: path, schema: {type: string}}]}}}
    schemas: {Pet: {type: object, example: {name: Rex}}}
    responses: {All wrong: {description: Wrong}}
    parameters:
      Fields: {name: fields, in: query, style: pipeDelimited, schema: {type: array, items: {type: string}}}
    securitySchemes:
      key: {type: apiKey, in: header, name: X-Key}
      token: {type: http, scheme: Bearer}
      basic: {type: http, scheme: basic}
      oauth: {type: oauth2, flows: {}}
      unknown: {type: mutualTLS}
`.replaceAll(/^ {2}/gm, '')

for (const version of ['3.0.3', '3.1.0']) {
  it(`reads ${version}`, async (test) => {
    const contract = await loadFiles(test, {
      'a.yaml': `openapi: ${version}\ninfo: {title: Pets, version: "1"}\n${document}`,
    })
    const [get, put, remove, stray] = contract.operations as [
      AnyOperation,
      AnyOperation,
      AnyOperation,
      AnyOperation,
    ]
    const item = '/paths/~1pets~1{id}'
    const strayPath = '/stray/{b}.{c}/{b}'
    assert.deepEqual(
      contract.operations.map(({ id, method, path, pointer }) => [id, method, path, pointer]),
      [
        ['getPet', 'GET', '/pets/{id}', `${item}/get`],
        ['PUT /pets/{id}', 'PUT', '/pets/{id}', `${item}/put`],
        ['DELETE /pets/{id}', 'DELETE', '/pets/{id}', `${item}/delete`],
        [`GET ${strayPath}`, 'GET', strayPath, '/components/pathItems/Stray/get'],
      ],
    )
    // What a path names and nothing describes is a parameter all the same, of which any value is right.
    assert.deepEqual(
      stray.parameters.map(({ name, in: where, isRequired }) => [name, where, isRequired]),
      [
        ['c', 'path', true],
        ['b', 'path', true],
      ],
    )
    assert.deepEqual(validatorFor(contract, stray.parameters[1]?.schema ?? '')({}), [])
    const simple = { style: 'simple', explode: false, isRequired: true, examples: [] }
    const inQuery = { ...simple, in: 'query', isRequired: false }
    const schemaAt = (pointer: string, within = '') => ({ pointer, schema: `${pointer}${within}/schema` })
    assert.deepEqual(get.parameters, [
      { ...simple, name: 'id', in: 'path', ...schemaAt(`${item}/parameters/0`), examples: [7] },
      { ...simple, name: 'x-trace', in: 'header', ...schemaAt(`${item}/get/parameters/1`) },
      {
        ...inQuery,
        name: 'fields',
        ...schemaAt('/components/parameters/Fields'),
        style: 'pipeDelimited',
      },
      {
        ...inQuery,
        name: 'filter',
        ...schemaAt(`${item}/get/parameters/2`, '/content/application~1json'),
        style: 'form',
        explode: true,
        mediaType: 'application/json',
        examples: [{ a: 1 }],
      },
    ])
    const ok = `${item}/get/responses/200`
    const none = { contents: [], headers: [], links: [] }
    assert.deepEqual(get.responses, [
      {
        status: '200',
        pointer: ok,
        headers: [{ name: 'X-Rate', isRequired: true, ...schemaAt(`${ok}/headers/X-Rate`) }],
        contents: [
          {
            mediaType: 'application/json',
            ...schemaAt(`${ok}/content/application~1json`),
            examples: [{ id: 1 }],
          },
          { mediaType: 'text/csv', pointer: `${ok}/content/text~1csv`, examples: [] },
        ],
        links: [
          ['id', '$response.body#/id'],
          ['name', 'Rex'],
        ],
      },
      { ...none, status: '4XX', pointer: '/components/responses/All wrong' },
      { ...none, status: 'default', pointer: `${item}/get/responses/default` },
    ])
    const scheme = (name: string, kind: string, more = {}) => ({
      name,
      kind,
      pointer: `/components/securitySchemes/${name}`,
      ...more,
    })
    assert.deepEqual(get.security, [[scheme('key', 'apiKey', { in: 'header', parameter: 'X-Key' })], []])
    assert.deepEqual(put.security, [
      [scheme('token', 'bearer'), scheme('basic', 'basic')],
      [scheme('oauth', 'bearer')],
      [scheme('unknown', 'other')],
    ])
    assert.deepEqual(remove.security, [])
    assert.deepEqual([put.isElsewhere, get.isElsewhere], [true, false])
    const body = `${item}/put/requestBody`
    const content = schemaAt(`${body}/content/application~1json`)
    assert.deepEqual(put.body, {
      pointer: body,
      isRequired: true,
      contents: [{ mediaType: 'application/json', ...content, examples: [{ name: 'Rex' }] }],
    })
  })
}
