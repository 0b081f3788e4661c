/** Every sample of code in README.md compiles and runs, and prints what its comments say. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const samples = [...readme.matchAll(/^```(?<language>\w*)\n(?<code>.*?)^```$/gms)].map(({ groups }) => ({
  language: groups?.['language'],
  code: groups?.['code'] ?? '',
}))

test('README.md has samples, all in TypeScript', () => {
  assert.notEqual(samples.length, 0)
  assert.deepEqual(
    samples.filter(({ language }) => language !== 'ts'),
    [],
  )
})

test('each sample compiles', async () => {
  // Inside the package, so that its name resolves to it, as in a consumer's project; git ignores `.turbo`.
  const root = fileURLToPath(new URL('..', import.meta.url))
  await mkdir(join(root, '.turbo'), { recursive: true })
  const directory = await mkdtemp(join(root, '.turbo', 'readme-'))
  try {
    for (const [index, { code }] of samples.entries()) await writeFile(join(directory, `${index}.ts`), code)
    const config = { extends: '../../../tsconfig.base.json', include: ['*.ts'] }
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(config))
    // Scripts of the workspace have its programs in their PATH.
    await promisify(execFile)('tsc', ['--project', directory])
  } finally {
    await rm(directory, { recursive: true })
  }
})

for (const [index, { code }] of samples.entries())
  test(`sample ${index + 1} prints what its comments say`, async () => {
    // Run from here, the package's own name resolves to the package, as in a consumer's project.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module-typescript', '--eval', code],
      { cwd: fileURLToPath(new URL('..', import.meta.url)) },
    )
    const promised = [...code.matchAll(/^\/\/ (?<line>.*)$/gm)].map(({ groups }) => `${groups?.['line']}\n`)
    assert.notEqual(promised.length, 0)
    assert.equal(stdout, promised.join(''))
  })
