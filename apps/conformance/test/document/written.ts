/** Documents that tests write into a folder of their own, and what is read from them or reported by them. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { loadContract } from '../../src/document/load.ts'
import type { AnyContract } from '../../src/document/model.ts'
import type { Report } from '../../src/report/json-report.ts'
import { run } from '../run/run.ts'
import { serve } from '../serve.ts'

/** Texts by the path of their file; the first is the document. */
export type Files = Readonly<Record<string, string>>

/** Writes the files into a folder that goes with the test; resolves to the path of the first. */
export async function writeFiles(test: Pick<TestContext, 'after'>, files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'document-'))
  test.after(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return join(folder, Object.keys(files)[0] ?? '')
}

export const loadFiles = async (test: Pick<TestContext, 'after'>, files: Files): Promise<AnyContract> =>
  loadContract(await writeFiles(test, files))

/** What the quick check of a service by this document reports; `more`: further words of the command. */
export async function reportBy(
  test: Pick<TestContext, 'after'>,
  document: string,
  listener: RequestListener,
  ...more: readonly string[]
): Promise<Report> {
  const contract = await writeFiles(test, { 'a.json': document })
  await using server = await serve(listener)
  const words = [
    'check',
    server.url,
    '--contract',
    contract,
    '--budget',
    'quick',
    '--minutes',
    '5',
    '--json',
    ...more,
  ]
  const { stdout, stderr } = await run(words)
  assert.equal(stderr, '')
  return JSON.parse(stdout) as Report
}

/** The broken rules of operations whose ids begin so. */
export const brokenOf = ({ failures }: Report, operations: string): readonly string[] =>
  failures.flatMap(({ rules }) => rules).filter((rule) => rule.startsWith(operations))

/** The target and the rule of each finding, once; but for a second Host, which Node lets through. `left`: what is left out of targets. */
export const toldIn = ({ failures }: Report, left = /(?!)/): readonly string[] => {
  const findings = failures.flatMap((failure) => failure.findings)
  const told = findings.map(({ rule, exchange }) => `${exchange?.request.target.replace(left, '')} ${rule}`)
  return [...new Set(told)].filter((one) => !one.endsWith(' host-required')).toSorted()
}

export const query = (name: string, schema: object): object => ({ name, in: 'query', schema })

/** A document with a list at the path of each name, whose id is `of-` and the name; `make`: what else it declares. */
export const listsOf = (names: readonly string[], make: (name: string) => object): string => {
  const responses = { 200: { description: 'Done.' }, default: { description: 'Refused.' } }
  const paths = names.map(
    (name) => [`/${name}`, { get: { operationId: `of-${name}`, responses, ...make(name) } }] as const,
  )
  return documentOf('3.1.0', { paths: Object.fromEntries(paths) })
}

/** A document of this version, with one operation and whatever else is given. */
export const documentOf = (version: string, members: object = {}): string =>
  JSON.stringify({
    openapi: version,
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: {} } },
    ...members,
  })
