/** The rule of schemathesis itself. */
import type { Rule } from '../../rules/rules.ts'

/** What schemathesis objects to, where no other rule is about it. */
export const otherRule: Rule = {
  id: 'schemathesis',
  sentence: 'schemathesis objects to nothing else.',
  origin: 'given',
  layer: 'document',
  pointer: '',
  part: 'schemathesis',
  kind: 'owed',
  needs: 'nothing',
}
