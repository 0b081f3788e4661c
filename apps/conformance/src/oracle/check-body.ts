/** The body of an answer: a list, a refusal, or none. */
import { PlantStoreError } from '@plant-store/contracts/schemas'
import { isPlantStoreError } from '@plant-store/contracts/validators'
import type { Answer } from '../exchange.ts'
import { acceptsOtherTypes, hasUsualFields } from '../contract/given-requests.ts'
import type { RequestContext } from './knowledge.ts'
import { listsPlants } from './operation.ts'
import { checkPlants } from './check-plants.ts'
import { checkCoding } from './check-coding.ts'
import { checkContent } from './check-content.ts'
import { checkMessage } from './check-message.ts'
import type { Examination } from './examination.ts'
import { declaredRules, plantRules, refusalRules } from './schema-rules.ts'

/** Checks the body of an answer that has one. */
export function checkBody(answer: Answer, context: RequestContext, seen: Examination): void {
  const { status } = answer
  if (context.analysis.isHead || status === 204 || status === 304) {
    return
  }
  const described = describedBodies(context)
  if (described.codings) {
    checkCoding(answer, context.request, seen)
  }
  if (status === 200 && described.lists) {
    checkSuccess(answer, context, seen)
  } else if (status >= 400 && described.refusals(status)) {
    checkRefusalBody(answer, context, seen)
  }
}

/** Which bodies are described. The given contract describes one refusal, and only what is asked for as usual. */
function describedBodies({ request, analysis, knowledge }: RequestContext): {
  readonly codings: boolean
  readonly lists: boolean
  readonly refusals: (status: number) => boolean
} {
  if (knowledge.only === 'all') return { codings: true, lists: true, refusals: () => true }
  const isUsual = hasUsualFields(request, knowledge.host)
  return {
    codings: isUsual,
    lists: !acceptsOtherTypes(request),
    refusals: (status) => status === 400 && isUsual && analysis.operation !== undefined,
  }
}

/** Operations known only from the table are judged by their schema. */
function checkSuccess(answer: Answer, { analysis, knowledge }: RequestContext, seen: Examination): void {
  const { operation } = analysis
  const schema = operation?.responses[200]
  if (operation === undefined || schema === undefined) {
    return
  }
  const isPlants = listsPlants(operation)
  const rules = isPlants ? plantRules : declaredRules
  const value = checkContent(answer, { schema, rules, contentTypeRule: 'list-content-type' }, knowledge, seen)
  if (isPlants && analysis.faults.length === 0 && !analysis.isOpen) {
    checkPlants(value, analysis, knowledge, seen)
  }
}

function checkRefusalBody(answer: Answer, { request, knowledge }: RequestContext, seen: Examination): void {
  const { status, body } = answer
  const rule = status === 400 ? 'error-is-object' : 'every-refusal-has-error-body'
  if (body.length === 0) {
    seen.require(rule, false, () => `${status} without a body`, 'a body of the schema Error')
    return
  }
  const due = { schema: PlantStoreError, rules: refusalRules, contentTypeRule: 'error-content-type' }
  const value = checkContent(answer, due, knowledge, seen)
  if (isPlantStoreError(value)) {
    seen.kept.add('every-refusal-has-error-body')
    const first = knowledge.statusOfError(value.error, status)
    seen.require(
      'one-number-per-cause',
      first === status,
      () => `error ${value.error} with ${status}, and with ${first} before`,
      'a different number for each cause',
    )
    const { accepted, refused } = knowledge.tokens
    const { host } = knowledge
    checkMessage(value.message, request, { host, tokens: [...accepted, ...refused] }, seen)
  }
}
