/** The linters, each asked for everything that it objects to in the text of a document, even if it is only a hint. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'
import parsers from '@stoplight/spectral-parsers'
import rulesets from '@stoplight/spectral-rulesets'
import { toSteps } from '../document/json.ts'

/** One objection of one linter. */
export interface Finding {
  readonly linter: 'redocly' | 'spectral'
  readonly rule: string
  readonly message: string
  readonly steps: readonly string[]
}

/** Redocly's `recommended-strict`, in which every warning is an error. */
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

// Both are rulesets; their declarations leave out the optional members of `RulesetDefinition`.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const ruleset = { extends: [rulesets.oas, owasp].map((one) => [one, 'all']) } as unknown as RulesetDefinition

/** All of Spectral's rules for OpenAPI and for OWASP's API Security Top 10. */
export async function askSpectral(text: string): Promise<readonly Finding[]> {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset(ruleset)
  const results = await spectral.run(new spectralCore.Document(text, parsers.Yaml, 'openapi.yaml'))
  return results.map(({ code, message, path }) => ({
    linter: 'spectral',
    rule: String(code),
    message,
    steps: path.map(String),
  }))
}
