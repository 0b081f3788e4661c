/** Variants: what the contract leaves open about methods, sizes and expectations. */
import { Refusal, type Reply, withBody, withField } from '../../ask.ts'
import { checkForm } from '../../check-form.ts'
import { send, wholeList, wrongLimit } from '../../demonstration.ts'
import { both, replying, sending } from '../../faults/replies.ts'
import { answeredBy, to } from '../../faults/routes.ts'
import { type Variant, variant } from '../../mutant.ts'
import { status } from '../../when.ts'

const misdirected = '{"error":42101,"message":"This is another host."}'

/** Also where the list was not modified, and had no type. */
const asRefusal = (reply: Reply): Reply =>
  withField(withField(reply, 'Cache-Control', 'no-store'), 'Content-Type', 'application/json')

const asUnavailable = (reply: Reply): Reply =>
  withBody(
    withField(reply, 'Cache-Control', 'no-store'),
    '{"error":50301,"message":"The service cannot answer now. Try again later."}',
  )

const naming = (reply: Reply): Reply => withField(reply, 'Allow', 'GET, HEAD, OPTIONS')
const allowing = sending('Allow', 'OPTIONS, GET, HEAD', status(405))

export const routes: readonly Variant[] = [
  variant(
    'options-200',
    'OPTIONS gets 200 and says what there is.',
    to('OPTIONS'),
    both(
      answeredBy('OPTIONS', (reply) => ({ ...naming(withBody(reply, '')), status: 200 })),
      allowing,
    ),
  ),
  variant(
    'options-204',
    'OPTIONS gets 204 and says what there is.',
    to('OPTIONS'),
    both(
      answeredBy('OPTIONS', (reply) =>
        withField({ ...naming(withBody(reply, '')), status: 204 }, 'Content-Length', undefined),
      ),
      allowing,
    ),
  ),
  variant(
    'allow-otherwise',
    'Allow names methods in another order.',
    to('POST'),
    sending('Allow', 'HEAD,GET', status(405)),
  ),
  variant('longer-target', 'Longer targets are taken in.', send(`GET /plants?x=${'A'.repeat(8100)}`), () => ({
    checkForm: (ask) => checkForm(ask, 12_000),
  })),
  variant(
    'held-content-unasked',
    'Content that a client holds back is not asked for: the answer comes without it.',
    send('GET /plants', { fields: ['Expect: 100-continue'], content: 'x' }),
    () => ({ heldContent: () => 'done without' }),
  ),
  variant(
    'star-400',
    'The target * is a mistake of form, except for OPTIONS.',
    send('GET *'),
    ({ checkForm: check }) => ({
      checkForm: (ask) => {
        check(ask)
        if (ask.path === '*' && ask.method !== 'OPTIONS') throw new Refusal('malformedRequest')
      },
    }),
  ),
  variant(
    'other-host-421',
    'Whole addresses of another host get 421.',
    send('GET http://elsewhere.example/plants'),
    replying(
      (reply) => ({
        ...withBody(asRefusal(reply), misdirected),
        status: 421,
      }),
      (ask) => /^http:\/\/(?![^/]*127\.)/i.test(ask?.request.url ?? ''),
    ),
  ),
  variant(
    'starting',
    'While it starts it cannot answer yet.',
    wholeList,
    replying(
      (reply) => withField({ ...asUnavailable(reply), status: 503 }, 'Retry-After', '1'),
      (ask) => (ask?.number ?? 5) < 5,
    ),
  ),
  variant(
    'content-language',
    'A refusal says in which language its message is.',
    wrongLimit,
    sending('Content-Language', 'en', status(400)),
  ),
]
