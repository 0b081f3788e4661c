/** All of Spectral's rules for OpenAPI and for OWASP's API Security Top 10. */
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'
import parsers from '@stoplight/spectral-parsers'
import rulesets from '@stoplight/spectral-rulesets'
import type { Finding } from './lint.ts'

// Both are rulesets; their declarations leave out the optional members of `RulesetDefinition`.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const ruleset = { extends: [rulesets.oas, owasp].map((one) => [one, 'all']) } as unknown as RulesetDefinition

/** What Spectral objects to in the text of a document, even if it is only a hint. */
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
