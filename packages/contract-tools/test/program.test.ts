/** The commands, in a repository of their own: what they compare with, what they say, and how they end. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { edit, plantStore } from './diff/compare.ts'
import { contract, write, writePackage } from './repository.ts'

const withMember = edit(plantStore, { '/components/schemas/Plant/properties/unheardOf': { type: 'number' } })
const withVersion = (text: string, version: string): string => edit(text, { '/info/version': version })

describe('contract diff', () => {
  it('compares with the last release, with a ref, with a released version', async () => {
    await write('contracts/openapi.yaml', withMember)
    for (const since of [[], ['v1.0.0'], ['main'], ['HEAD'], ['1.0.0'], ['0.9.0']]) {
      const { text, code } = await contract('diff', ...since)
      // The step from 0.9.0 to 1.0.0 is more than enough.
      assert.equal(code, since[0] === '0.9.0' ? 0 : 1, text)
      assert.match(text, /^Compared with \S+, version \d\.\d\.\d: minor\.$/m)
      assert.match(
        text,
        /^minor {2}contracts\/openapi\.yaml:\d+ {2}\/components\/schemas\/Plant\/properties\/unheardOf$/m,
      )
    }
  })

  it('succeeds if the version is high enough, in the package or with the pending changes', async () => {
    assert.deepEqual(await contract('diff'), {
      text: 'Compared with 1.0.0, version 1.0.0: nothing has changed.\n\nThe version is high enough: it is 1.0.0, and 1.0.0 is needed.\n',
      code: 0,
    })
    await write('contracts/openapi.yaml', withVersion(withMember, '1.1.0'))
    const { text } = await contract('diff')
    assert.match(
      text,
      /^The package has the version 1\.0\.0, and needs 1\.1\.0 at least: `pnpm change --bump minor /m,
    )
    await write(
      '.changeset/tall-trees-grow.md',
      '---\n"@plant-store/contracts": patch\n---\n\nSomething new.\n',
    )
    assert.match(
      (await contract('diff')).text,
      /1\.0\.0, 1\.0\.1 after the pending patch change, and needs 1\.1\.0/,
    )
    await write(
      '.changeset/tall-trees-grow.md',
      '---\n"@plant-store/contracts": minor\n---\n\nSomething new.\n',
    )
    assert.equal((await contract('diff')).code, 0)
    await write('.changeset/ledger.yaml', '"@plant-store/contracts@1.0.0":\n  intents: [tall-trees-grow]\n')
    assert.equal((await contract('diff')).code, 1)
    await writePackage('1.1.0')
    assert.equal((await contract('diff')).code, 0)
    await writePackage('2.0.0-rc.1')
    assert.equal((await contract('diff')).code, 0)
  })

  it('wants the version of the document raised as well, unless only texts have changed', async () => {
    await writePackage('1.1.0')
    const withText = withMember.replace('A sample plant store', 'An example of a plant store')
    await write('contracts/openapi.yaml', withText)
    const both = (await contract('diff')).text
    assert.match(both, /: minor\.\n\nminor [^]*\npatch /)
    assert.match(both, /^info\.version of the document is 1\.0\.0 and has to be 1\.1\.0/m)
    await write(
      'contracts/openapi.yaml',
      plantStore.replace('A sample plant store', 'An example of a plant store'),
    )
    const { text, code } = await contract('diff')
    assert.equal(code, 0, text)
    assert.match(text, /^ {7}Gone: "A sample plant store interface\."$/m)
    assert.match(text, /^ {7}New: "An example of a plant store interface\."$/m)
    assert.match(
      text,
      /^2 of these are texts: only a reader can tell whether they promise something else, so that more than patch is due\.$/m,
    )
    await writePackage('1.0.0')
    assert.match((await contract('diff')).text, /needs 1\.0\.1 at least/)
    await write('contracts/openapi.yaml', edit(plantStore, {}, ['/components/schemas/Plant/properties/tag']))
    assert.match(
      (await contract('diff')).text,
      /Member "tag" is gone\. Breaks consumers: a client of the old/,
    )
  })
})
