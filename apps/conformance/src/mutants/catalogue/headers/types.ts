/** Headers: what the body is said to be. */
import { replying, sending } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { by, every, status, when, withLimit } from '../../when.ts'

const { given, completed } = faultsOf('headers')

const type = 'Content-Type'

export const types: readonly Mutant[] = [
  given('type-missing', 'A list has no Content-Type.', sending(type, undefined, status(200))),
  given('type-text', 'A list is called plain text.', sending(type, 'text/plain; charset=utf-8', status(200))),
  given(
    'type-html',
    'A list with a limit is called a page.',
    sending(type, 'text/html', when(status(200), withLimit)),
  ),
  given(
    'type-vendor',
    'A list is called another kind of JSON.',
    sending(type, 'application/vnd.api+json', status(200)),
  ),
  given(
    'type-like-json',
    'A list has a type that only begins like JSON.',
    sending(type, 'application/json5', status(200)),
  ),
  given('type-javascript', 'A list is called a script.', sending(type, 'text/javascript', status(200))),
  given(
    'type-charset',
    'A list is said to be in ISO 8859-1.',
    sending(type, 'application/json; charset=iso-8859-1', status(200)),
  ),
  given(
    'type-charset-utf16',
    'Every fourth list is said to be in UTF-16.',
    sending(type, 'application/json; charset=utf-16', when(status(200), every(4))),
  ),
  given(
    'type-second-caller',
    'A list of the second caller has no Content-Type.',
    sending(type, undefined, by('ben')),
  ),
  given(
    'type-twice',
    'A list has two types.',
    replying((reply) => ({ ...reply, fields: [...reply.fields, [type, 'text/html']] }), status(200)),
  ),
  given('type-error-text', 'A 400 is called plain text.', sending(type, 'text/plain', status(400))),
  given('type-error-missing', 'A 400 has no Content-Type.', sending(type, undefined, status(400))),
  completed('type-401-html', 'A 401 is called a page.', sending(type, 'text/html', status(401))),
  completed('type-404-missing', 'A 404 has no Content-Type.', sending(type, undefined, status(404))),
  completed('type-405-text', 'A 405 is called plain text.', sending(type, 'text/plain', status(405))),
  given(
    'encoding-gzip',
    'A list is said to be compressed and is not.',
    sending('Content-Encoding', 'gzip', status(200)),
  ),
]
