/** Where the tools are wrong about our own contract. The tests remove each row and see a correct server accused. */
import { type Suppression, suppressions as ofAnyDocument } from '../../src/adapters/tools.ts'
import { ownContract } from '../contract.ts'
import { isSpokenOf } from '../given-requests.ts'
import { knownMethods } from '../oracle/place.ts'
import { ruleById } from '../rules.ts'
import { faultOf } from './rule-of-status.ts'

/** The tools know one document; the given contract is the part of it that `x-given` lists. */
const only = 'given'

const { name: contract } = ownContract

/** The whole table. */
export const suppressions: readonly Suppression[] = [
  ...ofAnyDocument,
  {
    id: 'unknown-methods',
    tool: 'schemathesis',
    reason:
      'schemathesis expects 405 for every undeclared method. A service need not know that QUERY is a method.',
    references: [`${contract}: a word that is no method of HTTP is refused with 400`, 'RFC 9110, 9.1'],
    matches: ({ kind, exchange: { request, response } }) =>
      (kind === 'unsupported_method' || kind === 'not_a_server_error') &&
      [400, 501].includes(response.status) &&
      !knownMethods.has(request.method),
  },
  {
    id: 'beyond-the-given',
    only,
    reason: 'The given contract describes usual requests to its one path, and says nothing about others.',
    references: [`${contract}: info.description`],
    matches: ({ exchange }, { url }) => !isSpokenOf(exchange.request, { url, only: 'given' }),
  },
  {
    id: 'other-answers-than-given',
    only,
    reason:
      'The given contract describes the responses 200 and 400. The form of other responses is left open.',
    references: [`${contract}: responses of GET /plants`],
    matches: ({ kind, exchange: { response } }) =>
      kind === 'answer' && response.status !== 200 && response.status !== 400,
  },
  {
    id: 'decided-otherwise',
    only,
    reason: 'A request that only a decision of ours makes wrong may be accepted, or refused in any way.',
    references: [`${contract}: all words that x-given does not list`],
    matches: ({ kind, exchange }, { refused }) => {
      const fault = faultOf(exchange, refused)
      const isOurs = fault !== undefined && ruleById(fault.rule).origin === 'completed'
      return kind !== 'answer' && isOurs && exchange.response.status < 500
    },
  },
]
