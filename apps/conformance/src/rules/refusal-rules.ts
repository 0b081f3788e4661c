/** What is owed when a request is refused, or the service fails. */
import { badRequest, general, internalError, type Rule, rulesOf } from './rule.ts'

/** Refusals and failures. Which numbers errors have, another implementation may decide otherwise. */
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
    'message-says-something': [general('people read the message.'), 'message has a text for people in it.'],
    'every-refusal-has-error-body': [
      general('Every refusal and failure has a body of the schema `Error`'),
      'Every refusal and failure, declared or not, has an Error for a body.',
    ],
    'one-number-per-cause': [
      general('below, one number per cause.'),
      'Errors with different causes have different numbers.',
    ],
    'callers-fault-never-5xx': [
      badRequest('the request itself is wrong'),
      'Whatever a caller sends, the fault is not said to be the service’s: no answer from 500 on.',
    ],
    'refusals-not-stored': [
      general('carries `Cache-Control: no-store`'),
      'No cache may keep a refusal or a failure: Cache-Control has no-store.',
    ],
    'causes-stay-inside': [
      internalError('Nothing is told about the cause'),
      'A message tells nothing of the inside: no stack trace, path, query or token.',
    ],
    'failure-500': [
      internalError('the service failed while it handled a correct request'),
      'A failure of the service is answered with 500 and its declared headers.',
    ],
    'retry-after-503': [
      '/components/headers/Retry-After/required',
      'A 503 says with Retry-After in how many seconds to try again.',
    ],
  }),
  ...rulesOf('completed', 'refusable', 'nothing', {
    'first-fault-decides': [
      general('The first thing that is wrong decides the answer'),
      'Of several faults the first decides: form, path, method, place of the token, token, limit.',
    ],
  }),
]
