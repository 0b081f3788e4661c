/** Every document of the repository: links lead somewhere, and words are the field's. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const readDocument = (name: string): Promise<string> => readFile(join(root, name), 'utf8')

describe('every document', () => {
  const documents = globSync('{*,{docs,apps,packages,contracts}/**/*}.md', {
    cwd: root,
    exclude: (name) => /^(?:node_modules|\..*|dist|target)$/.test(name),
  }).filter((name) => !name.endsWith('CHANGELOG.md'))
  assert.ok(documents.length > 15)
  /** Code has brackets and signs that are neither links nor headings. */
  const proseOf = async (name: string): Promise<string> =>
    (await readDocument(name)).replaceAll(/^```.*?^```$/gms, '')
  for (const name of documents) {
    test(`${name} links to and names only existing files and headings`, async () => {
      const text = await proseOf(name)
      for (const [, to = '', anchor] of text.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)) {
        const path = to === '' ? name : join(dirname(name), to)
        await access(join(root, path))
        if (anchor === '') continue
        const headings = [...(await proseOf(path)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
          heading
            .toLowerCase()
            .replaceAll(/[^\w -]/g, '')
            .replaceAll(' ', '-'),
        )
        assert.ok(headings.includes(anchor ?? ''), `${path}#${anchor}: ${headings.join(' ')}`)
      }
      for (const [, path = ''] of (await readDocument(name)).matchAll(
        /`((?:apps|packages|contracts|docs)\/[\w./-]+)`/g,
      ))
        await access(join(root, path))
    })
  }

  test("uses the field's words: response, report, user, byte", async () => {
    for (const name of documents) {
      const [word] = /(?<!-)\b(?:an answer|answers,|octets?|told|people)\b/.exec(await proseOf(name)) ?? []
      assert.equal(word, undefined, `${name}: ${word}`)
    }
  })
})

test('a decision has a date, a context, a choice and a consequence; there are at most twenty', async () => {
  const [, ...decisions] = (await readDocument('docs/decisions.md')).split(/^## /m)
  assert.ok(decisions.length <= 20)
  for (const decision of decisions)
    assert.match(decision, /^\d+\. .*\(\d{4}-\d\d-\d\d\)\n\n- Context: [^]*^- Choice: [^]*^- Consequence: /m)
})
