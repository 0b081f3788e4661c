/** The documentation page as text: it says everything that any contract says, and nothing in it acts. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'node:test'
import { parse, stringify } from 'yaml'
import { writePage } from '../../src/http/docs/write-page.ts'

const contract = readFileSync(fileURLToPath(import.meta.resolve('#openapi.yaml')), 'utf8')
const serviceUrl = 'http://127.0.0.1:8080'

/** What a reader sees, without spaces and without Markdown characters. */
const toWords = (text: string): string => text.replaceAll(/^[| -]+$|[\s`*#|\\]/gm, '')
const textOf = (page: string): string =>
  toWords(
    page
      .replaceAll(/<(style|script)\b[^]*?<\/\1>/g, '')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
      .replaceAll(
        /&(lt|gt|amp|quot);/g,
        (_, name: 'lt') => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name],
      ),
  )

/** Every text and number of a document, paragraph by paragraph, except names of members and targets of references. */
function* leavesOf(value: unknown, name = ''): Generator<string> {
  if (typeof value === 'object' && value !== null) {
    for (const [member, part] of Object.entries(value)) yield* leavesOf(part, member)
  } else if (name !== '$ref' && typeof value !== 'boolean') {
    yield* String(value).split('\n\n')
  }
}

describe('the documentation page', () => {
  it('says everything that the contract says', () => {
    const text = textOf(writePage(contract, serviceUrl).text)
    const missing = [...leavesOf(parse(contract))].filter((leaf) => !text.includes(toWords(leaf)))
    assert.deepEqual(missing, [])
  })

  it('names no other host and loads nothing', () => {
    const { text, policy } = writePage(contract, serviceUrl)
    const addresses = [...text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(
      ([, address = '']) => address,
    )
    assert.ok(addresses.length > 10)
    for (const address of addresses) assert.match(address, /^(?:#[\w-]+|openapi\.yaml|data:,)$/)
    assert.match(
      policy,
      /^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; connect-src 'self';/,
    )
    assert.doesNotMatch(policy, /unsafe|https?:/)
  })

  it('has a target for each link of the contents, and no id twice', () => {
    const { text } = writePage(contract, serviceUrl)
    const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    const targets = [...text.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)
    assert.deepEqual(
      targets.filter((id) => !ids.includes(id)),
      [],
    )
    assert.equal(new Set(ids).size, ids.length)
  })

  it('shows other documents too: paths with parameters, bodies, schemas in schemas, unknown members', () => {
    const other = {
      openapi: '3.1.0',
      info: { title: 'Other', version: '2' },
      paths: {
        '/plants/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: ['string', 'null'] } }],
          delete: { responses: { 204: { description: 'Gone from here' } } },
          post: {
            operationId: 'change',
            requestBody: { content: { 'application/json': { schema: { const: 'what to change' } } } },
            responses: {
              default: {
                description: 'Any',
                content: {
                  'application/json': {
                    schema: { type: 'array', items: { oneOf: [{ type: 'boolean' }, { minLength: 77 }] } },
                  },
                },
              },
            },
          },
        },
      },
    }
    const page = writePage(stringify(other), serviceUrl).text
    const text = textOf(page)
    assert.deepEqual(
      [...leavesOf(other)].filter((leaf) => !text.includes(toWords(leaf))),
      [],
    )
    assert.match(page, /data-method="POST"\s+data-path="\/plants\/\{id\}"/)
    assert.match(page, /data-name="id"\s+data-in="path"/)
    assert.doesNotMatch(page, /class="token"/)
  })

  it('shows HTML in a document as text', () => {
    const hostile = '<script>alert(1)</script><img src=x onerror="alert(2)">'
    const other = contract
      .replace('title: OpenAPI Plant Store', `title: '${hostile}'`)
      .replace('A sample plant store interface.', `${hostile}\n\n    Text ${hostile}`)
      .replace('The name of the plant', hostile)
    const page = writePage(other, '"><script>').text
    assert.equal([...page.matchAll(/<script/g)].length, 1)
    assert.doesNotMatch(page, /<img/)
  })
})
