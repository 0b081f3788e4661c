/** What a page pays for: the size of each part, minified and compressed, by each bundler. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { rolldown } from 'rolldown'

/** Where the names of both packages are found. */
const directory = fileURLToPath(new URL('..', import.meta.url))

/** The text of the bundle by each bundler. */
async function bundlesOf(code: string): Promise<Readonly<Record<string, string>>> {
  const stdin = { contents: code, resolveDir: directory }
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: 'esm', write: false })
  const entry = `${directory}entry.js`
  const own = (id: string): string | undefined => (id === entry ? id : undefined)
  const load = (id: string): string | undefined => (id === entry ? code : undefined)
  await using bundle = await rolldown({ input: entry, plugins: [{ name: 'entry', resolveId: own, load }] })
  const { output } = await bundle.generate({ minify: true })
  return { esbuild: outputFiles[0]?.text.trim() ?? '', rolldown: output[0].code.trim() }
}

describe('a bundle', () => {
  const client = '@plant-store/client'
  const causes = 'console.log(errorCatalogue.refusedToken.error)'
  const budgets = [
    { what: 'listPlants, with its checks', code: `export { listPlants } from '${client}'`, bytes: 1600 },
    { what: 'listPlants and plants', code: `export { listPlants, plants } from '${client}'`, bytes: 2700 },
    { what: 'the checks', code: "export { isPlants } from '@plant-store/contracts/validators'", bytes: 400 },
    {
      what: 'one number of the error catalogue',
      code: `import * as errorCatalogue from '@plant-store/contracts/errors'; ${causes}`,
      bytes: 200,
    },
    {
      what: 'one number of the error catalogue, from the client',
      code: `import * as errorCatalogue from '${client}/errors'; ${causes}`,
      bytes: 200,
    },
    { what: 'types alone', code: "import '@plant-store/contracts'", bytes: 0 },
  ]
  for (const { what, code, bytes } of budgets) {
    it(`${what}: at most ${bytes} bytes, and nothing of Node`, async (t) => {
      for (const [bundler, text] of Object.entries(await bundlesOf(code))) {
        const size = text === '' ? 0 : gzipSync(text, { level: 9 }).length
        t.diagnostic(`${what}, ${bundler}: ${size} bytes`)
        assert.ok(size <= bytes, `${bundler}: ${size} bytes`)
        assert.doesNotMatch(text, /node:/)
      }
    })
  }
})
