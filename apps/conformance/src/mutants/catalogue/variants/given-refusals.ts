/** Variants that keep the given contract alone, and refuse or route otherwise than the completed one. */
import { Refusal, withBody, withField } from '../../ask.ts'
import { anonymous, deletion, elsewhere, send, stranger, wrongLimit } from '../../demonstration.ts'
import { readingToken, spelled } from '../../faults/credentials.ts'
import { asStatus, both, refused, replying, saying, sending } from '../../faults/replies.ts'
import { answeredBy, answeringMethod, answeringPath, at, to } from '../../faults/routes.ts'
import { givenVariant, type Variant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'
import { refusal, status } from '../../when.ts'
import { lenient, plain } from './given-answers.ts'

const text404 = replying(
  (reply) => withField(withBody(reply, 'Cannot GET /nothing'), 'Content-Type', 'text/plain'),
  status(404, 405),
)

const refusals: readonly Variant[] = [
  givenVariant(
    'given-refused-403',
    'Tokens that are not accepted get 403.',
    stranger,
    both(
      sending('WWW-Authenticate', undefined),
      asStatus(403, (ask, given) => given === 401 && ask?.request.headers.authorization !== undefined),
    ),
  ),
  givenVariant(
    'given-missing-400',
    'Without a token comes 400.',
    anonymous(),
    both(sending('WWW-Authenticate', undefined), asStatus(400, status(401))),
  ),
  givenVariant('given-empty-401', 'A 401 has no body.', anonymous(), saying('', status(401))),
  givenVariant('given-text-404', 'What is not there is said in plain text.', elsewhere, text404),
  givenVariant(
    'given-scheme-case',
    'Bearer is known with a capital alone.',
    anonymous('Authorization: bearer {ana}'),
    caseSensitive,
  ),
  givenVariant(
    'given-two-lines',
    'Of two Authorization lines the first counts.',
    send('GET /plants', { fields: ['Authorization: Bearer {ben}'] }),
    both(() => ({ checkPlace: () => {} }), spelled(/^bearer (\S+)$/i)),
  ),
  givenVariant(
    'given-token-in-query',
    'A token in the query passes.',
    send('GET /plants?access_token={ana}', { as: '' }),
    both(
      () => ({ checkPlace: () => {} }),
      readingToken(({ request, query }) =>
        request.headers.authorization === undefined ? (query.get('access_token') ?? undefined) : undefined,
      ),
    ),
  ),
  givenVariant(
    'given-limit-first',
    'A wrong limit is refused before the token is looked at.',
    send('GET /plants?limit=x', { as: '' }),
    () => ({ order: ['path', 'method', 'limit', 'place', 'credential'] }),
  ),
]

const routes: readonly Variant[] = [
  givenVariant(
    'given-slash',
    'A slash behind does not matter.',
    at('/plants/'),
    answeringPath((path) => path === '/plants/'),
  ),
  givenVariant(
    'given-capitals',
    'Capitals in the path do not matter.',
    at('/PLANTS'),
    answeringPath((path) => path.toLowerCase() === '/plants'),
  ),
  givenVariant('given-head-405', 'HEAD is refused.', to('HEAD'), headless),
  givenVariant(
    'given-methods-501',
    'Other methods get 501.',
    deletion,
    both(sending('Allow', undefined), asStatus(501, status(405))),
  ),
  givenVariant(
    'given-methods-404',
    'Other methods get 404.',
    deletion,
    both(sending('Allow', undefined), asStatus(404, status(405))),
  ),
  givenVariant('given-post', 'POST is answered like GET.', to('POST'), answeringMethod('POST')),
  givenVariant('given-options', 'OPTIONS gets 403.', to('OPTIONS'), answeredBy('OPTIONS', refused(403))),
  givenVariant(
    'given-usual',
    'As a common framework does by default.',
    elsewhere,
    both(
      plain,
      both(
        text404,
        both(
          sending('X-Powered-By', 'Express'),
          both(
            lenient,
            answeringPath((path) => /^\/plants\/?$/i.test(path)),
          ),
        ),
      ),
    ),
  ),
  givenVariant(
    'given-close',
    'Whoever is refused is cut off behind the answer.',
    wrongLimit,
    replying((reply, ask) => {
      if (ask !== undefined) {
        ask.response.shouldKeepAlive = false
      }
      return reply
    }, refusal),
  ),
]

function caseSensitive({ readToken }: Steps): Partial<Steps> {
  return {
    readToken: (ask) => {
      const token = readToken(ask)
      if (ask.request.headers.authorization?.startsWith('Bearer ') !== true) {
        throw new Refusal('refusedToken')
      }
      return token
    },
  }
}

function headless({ checkMethod }: Steps): Partial<Steps> {
  return {
    checkMethod: (ask) => {
      if (ask.method === 'HEAD') {
        throw new Refusal('methodNotAllowed')
      }
      checkMethod(ask)
    },
  }
}

export const givenRefusals: readonly Variant[] = [...refusals, ...routes]
