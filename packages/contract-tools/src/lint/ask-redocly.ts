/** Redocly's `recommended-strict`, in which every warning is an error. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { toSteps } from '../document/json.ts'
import type { Finding } from './lint.ts'

/** What Redocly objects to in the text of a document. */
export async function askRedocly(text: string): Promise<readonly Finding[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.yaml', config })
  return problems.map(({ ruleId, message, location }) => ({
    linter: 'redocly',
    rule: ruleId,
    message,
    steps: toSteps(location[0]?.pointer?.replace(/^#/, '') ?? ''),
  }))
}
