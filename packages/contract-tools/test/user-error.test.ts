/** Whatever is wrong with the command or with a file, a sentence says what, and where. */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { UserError } from '../src/user-error.ts'
import { edit, plantStore } from './diff/compare.ts'
import { contract, inRoot, write } from './repository.ts'

const document = 'contracts/openapi.yaml'
const change = '.changeset/a.md'
const limit = '/components/parameters/Limit'
const huge = '---\n"@plant-store/contracts": huge\n---\n'
/** What is wrong; the command; the sentence. */
const faults: readonly (readonly [string, readonly string[], RegExp])[] = [
  [
    'an unknown ref',
    ['diff', 'nowhere'],
    /"nowhere" is no commit, branch or tag here, and no released version/,
  ],
  ['what looks like an option of git', ['diff', '--', '--output=x'], /"--output=x" is no commit/],
  [
    'a ref without the contract',
    ['diff', 'empty'],
    /^empty has no contracts\/openapi\.yaml: the contract is newer\.$/,
  ],
  [
    'a ref with a broken contract',
    ['diff', 'broken'],
    /^broken:contracts\/openapi\.yaml:1:\d+ is not well-formed: /,
  ],
]
/** What is wrong; a file, and what it contains (nothing: it is gone); the sentence. */
const brokenFiles: readonly (readonly [string, string, string | undefined, RegExp])[] = [
  ['no YAML', document, 'openapi: [', /^contracts\/openapi\.yaml:1:\d+ is not well-formed: /],
  ['no contract', document, undefined, /^contracts\/openapi\.yaml can't be read: ENOENT/],
  ['an alias of nothing', document, 'openapi: 3.1.0\ninfo: *a', /yaml is no tree: Unresolved alias/],
  ['nothing', document, '', /^contracts\/openapi\.yaml is no OpenAPI document/],
  [
    'a reference to nothing',
    document,
    plantStore.replace(`#${limit}`, `#${limit}s`),
    /^contracts\/openapi\.yaml:\d+ \/paths\/~1plants\/get\/parameters\/0: \$ref "#\/components\/parameters\/Limits" leads to nothing\.$/,
  ],
  [
    'a reference out of the document',
    document,
    plantStore.replace("'#/components/responses/Plants'", 'plants.yaml'),
    /leads out of the document/,
  ],
  [
    'a reference to itself',
    document,
    edit(plantStore, { [limit]: { $ref: `#${limit}` } }),
    /leads back to itself/,
  ],
  [
    'no version',
    'contracts/package.json',
    '{}',
    /^contracts\/package\.json states no version such as 1\.2\.3\.$/,
  ],
  [
    'an unknown level',
    change,
    huge,
    /^\.changeset\/a\.md: "huge" is none of patch, minor, major and none\.$/,
  ],
  ['a broken change', change, '---\n[\n---\n', /^\.changeset\/a\.md:3:\d is not well-formed/],
]
describe('a sentence says what is wrong', () => {
  const fails = (args: readonly string[], message: RegExp): Promise<void> =>
    assert.rejects(
      contract(...args),
      (error: unknown) => error instanceof UserError && message.test(error.message),
    )
  for (const [what, args, message] of faults) it(what, () => fails(args, message))
  for (const [what, file, text, message] of brokenFiles) {
    it(what, async () => {
      await (text === undefined ? rm(inRoot(file)) : write(file, text))
      await fails(['diff'], message)
    })
  }
})
