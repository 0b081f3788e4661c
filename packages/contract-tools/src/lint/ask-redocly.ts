/** Redocly's `recommended-strict`, in which every warning is an error. */
import { createRequire } from 'node:module'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { toSteps } from '../document/json.ts'
import type { Finding } from './lint.ts'

const { resolve } = createRequire(import.meta.url)
const offline = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

interface Report {
  readonly problems: readonly {
    readonly ruleId: string
    readonly message: string
    readonly location: readonly { readonly pointer?: string }[]
  }[]
}

/** What Redocly objects to in the text of a document. It takes `#` and `?` in a path for parts of a URL: not in this one. */
export async function askRedocly(text: string): Promise<readonly Finding[]> {
  const directory = await mkdtemp(join(tmpdir(), 'plant-store-lint-'))
  try {
    await writeFile(join(directory, 'openapi.yaml'), text)
    const { problems } = await report(directory)
    return problems.map(({ ruleId, message, location }) => ({
      linter: 'redocly',
      rule: ruleId,
      message,
      steps: toSteps(location[0]?.pointer?.replace(/^#/, '') ?? ''),
    }))
  } finally {
    await rm(directory, { recursive: true })
  }
}

const report = (cwd: string): Promise<Report> =>
  new Promise((settle, fail) => {
    const program = resolve('@redocly/cli/bin/cli.js')
    const args = [program, 'lint', 'openapi.yaml', '--extends=recommended-strict', '--format=json']
    // Redocly exits with 1 if it objects; its output is the answer.
    execFile(
      process.execPath,
      args,
      { cwd, env: { ...process.env, ...offline } },
      (error, stdout, stderr) => {
        try {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form that Redocly documents
          settle(JSON.parse(stdout) as Report)
        } catch {
          fail(new Error(`Redocly did not answer: ${stderr}`, { cause: error }))
        }
      },
    )
  })
