/** The rules about the list: who sees what, in which order, and how it is written. */
import { bearer, general, operation, plants, type Rule, rulesOf } from './rule.ts'

/** The plants, and the body that carries them. */
export const listRules: readonly Rule[] = [
  ...rulesOf('given', 'owed', 'world', {
    'lists-all-plants': [
      operation('Returns all plants the calling user has access to.'),
      'Without limit, the list holds all plants the caller has access to, each as often as it exists.',
    ],
    'any-number-of-plants': [
      plants('The plants, of any number.'),
      'A caller without plants gets 200 and an empty list; a caller with thousands gets them all.',
    ],
  }),
  ...rulesOf('given', 'owed', 'two callers', {
    'sees-own-plants-only': [
      bearer("Which plants come back depends on the user's access."),
      'No caller gets a plant that only others have access to.',
    ],
  }),
  ...rulesOf('given', 'owed', 'token', {
    'answers-right-requests': ['/paths/~1plants/get/responses/200', 'A valid request is answered with 200.'],
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
      'The tag of a plant, if it has one, is a string, never null.',
    ],
    'tag-absent-where-none': [
      plants('`tag` is absent where a plant has none'),
      'A plant without a tag has no member named tag; an empty string does not stand for a missing tag.',
    ],
    'bodies-as-declared': [
      '/paths/~1plants/get/responses/200',
      'The body of an answer matches the schema that its operation declares.',
    ],
  }),
  ...rulesOf('given', 'owed', 'nothing', {
    'payload-is-json': [
      general('payloads are JSON'),
      'A body is one JSON text in UTF-8: no byte-order mark, nothing after the text, no repeated member.',
    ],
    'answers-every-request': [general('It has one operation:'), 'Every request gets an answer.'],
    'answers-are-well-framed': [
      '/paths/~1plants/get/responses',
      'Every answer is well-formed HTTP: it has the length that it declares, has no body where none is allowed, and is the last on its connection where the request asks for that.',
    ],
  }),
  ...rulesOf('completed', 'owed', 'nothing', {
    'no-extra-members': [
      general('No member is sent that its schema does not name.'),
      'No answer contains a member that its schema does not name.',
    ],
    'equal-requests-equal-answers': [
      operation('The order never changes:'),
      'Equal requests get equal answers: later, at the same time, on new connections and on old ones.',
    ],
  }),
  ...rulesOf('completed', 'owed', 'world', {
    'order-as-added': [
      operation('The plants come in the order in which they were added to the store.'),
      'The plants come in the order in which they were added.',
    ],
  }),
]
