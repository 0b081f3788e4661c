/** The rules about answers to requests that are refused, and about failures of the service. */
import { badRequest, general, internalError, type Rule, rulesOf } from './rule.ts'

/** Refusals and failures. Another implementation may decide on other error numbers. */
export const refusalRules: readonly Rule[] = [
  ...rulesOf('given', 'refusable', 'nothing', {
    'wrong-request-400': [badRequest('The request failed.'), 'A request that fails is answered with 400.'],
  }),
  ...rulesOf('given', 'owed', 'nothing', {
    'error-content-type': [
      '/components/responses/BadRequest/content/application~1json',
      'The Content-Type of a refusal is application/json.',
    ],
    'error-is-object': ['/components/schemas/Error/type', 'The body of a refusal is one object.'],
    'error-has-both-members': ['/components/schemas/Error/required', 'An Error has both error and message.'],
    'error-is-integer': ['/components/schemas/Error/properties/error/type', 'error is an integer.'],
    'error-is-int32': ['/components/schemas/Error/properties/error/format', 'error fits into 32 bits.'],
    'message-is-text': ['/components/schemas/Error/properties/message/type', 'message is a string.'],
  }),
  ...rulesOf('completed', 'owed', 'nothing', {
    'message-says-something': [
      general('people read the message.'),
      'message contains text for people to read.',
    ],
    'every-refusal-has-error-body': [
      general('Every refusal and failure has a body of the schema `Error`'),
      'Every refusal and failure, declared or not, has a body of the schema Error.',
    ],
    'one-number-per-cause': [
      general('below, one number per cause.'),
      'Errors with different causes have different numbers.',
    ],
    'callers-fault-never-5xx': [
      badRequest('The request itself is wrong'),
      'A fault of the caller is never reported as the service’s: no invalid request gets a status of 500 or above.',
    ],
    'refusals-not-stored': [
      general('carries `Cache-Control: no-store`'),
      'No cache may keep a refusal or a failure: Cache-Control has no-store.',
    ],
    'causes-stay-inside': [
      internalError('Nothing is told about the cause'),
      'A message reveals nothing internal: no stack trace, file path, database query or token.',
    ],
    'failure-500': [
      internalError('The service failed while it handled a correct request'),
      'A failure of the service is answered with 500 and the headers declared for it.',
    ],
    'retry-after-503': [
      '/components/headers/Retry-After/required',
      'A 503 carries Retry-After with the number of seconds to wait before the next try.',
    ],
  }),
  ...rulesOf('completed', 'refusable', 'nothing', {
    'first-fault-decides': [
      general('The first thing that is wrong decides the answer'),
      'Of several faults the first decides the answer, in this order: form, path, method, place of the token, token, limit.',
    ],
  }),
]
