/** What is owed about the list: who sees what, in which order, and how it is written. */
import { bearer, general, operation, plants, type Rule, rulesOf } from './rule.ts'

/** The plants, and the body they travel in. */
export const listRules: readonly Rule[] = [
  ...rulesOf('given', 'owed', 'world', {
    'lists-all-plants': [
      operation('Returns all plants the calling user has access to.'),
      'A list without limit holds all plants the caller has access to, each as often as it exists.',
    ],
    'any-number-of-plants': [
      plants('The plants, of any number.'),
      'A caller without plants gets 200 and an empty list, one with thousands gets them all.',
    ],
  }),
  ...rulesOf('given', 'owed', 'two callers', {
    'sees-own-plants-only': [
      bearer("Which plants come back depends on the user's access."),
      'No caller gets a plant that only others have access to.',
    ],
  }),
  ...rulesOf('given', 'owed', 'token', {
    'answers-right-requests': ['/paths/~1plants/get/responses/200', 'A right request is answered with 200.'],
    'list-content-type': [
      '/components/responses/Plants/content/application~1json',
      'The Content-Type of a 200 is application/json.',
    ],
    'list-is-array': ['/components/schemas/Plants/type', 'The body of a 200 is an array.'],
    'items-are-objects': ['/components/schemas/Plant/type', 'Every item of the list is an object.'],
    'plant-has-name': ['/components/schemas/Plant/required', 'Every plant has a name.'],
    'plant-name-is-text': [
      '/components/schemas/Plant/properties/name/type',
      'The name of a plant is a string.',
    ],
    'plant-tag-is-text': [
      '/components/schemas/Plant/properties/tag/type',
      'The tag of a plant, where it has one, is a string; never null.',
    ],
    'tag-absent-where-none': [
      plants('`tag` is absent where a plant has none'),
      'A plant without a tag has no member tag; an empty text does not stand for none.',
    ],
    'bodies-as-declared': [
      '/paths/~1plants/get/responses/200',
      'The body of an answer has the form that its operation declares.',
    ],
  }),
  ...rulesOf('given', 'owed', 'nothing', {
    'payload-is-json': [
      general('payloads are JSON'),
      'A body is one JSON text in UTF-8: no byte-order mark, nothing behind it, no member twice.',
    ],
    'answers-every-request': [general('It has one operation:'), 'Every request gets an answer.'],
    'answers-are-well-framed': [
      '/paths/~1plants/get/responses',
      'Every answer is well-formed HTTP: as long as it says it is, with no body where there may be none, and the last of its connection where the request asks for that.',
    ],
  }),
  ...rulesOf('completed', 'owed', 'nothing', {
    'no-extra-members': [
      general('No member is sent that its schema does not name.'),
      'No member is sent that the schema does not name.',
    ],
    'equal-requests-equal-answers': [
      operation('The order never changes:'),
      'Equal requests get equal answers: later, at once, on new and on old connections.',
    ],
  }),
  ...rulesOf('completed', 'owed', 'world', {
    'order-as-added': [
      operation('The plants come in the order in which they were added to the store.'),
      'The plants come in the order in which they were added.',
    ],
  }),
]
