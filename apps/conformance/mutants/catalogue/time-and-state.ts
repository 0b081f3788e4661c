/** Class 10: time and state. What is wrong is plain; when it shows is the question. */
import { lists } from '../faults/bodies.ts'
import { limitUnread } from '../faults/limits.ts'
import { finding, nothing, seenBy, shorter } from '../faults/lists.ts'
import { hinting, asStatus, bodies, crashing, cuttingOff, delaying, failing, listWithBody, sending, silent, stopping } from '../faults/replies.ts'
import { current } from '../faults/conditions.ts'
import {
  answeringContent,
  emptyAtFirst,
  growingMessage,
  keptOpen,
  mixingBodies,
  repeatingBody,
  repeatingLength,
  sharingLimit,
} from '../faults/memory.ts'
import { both, type Faults } from '../mutant.ts'
import {
  after,
  behind,
  by,
  every,
  field,
  firstOfAll,
  http10,
  is200,
  is400,
  is401,
  limited,
  limitText,
  method,
  onConnection,
  reused,
  sometimeBehind,
  together,
} from '../triggers.ts'

export const given: Faults = {
  'fails-first: The first request of all fails.': [failing(500), firstOfAll],
  'fails-after-20: After twenty requests every list fails.': [failing(500), after(20)],
  'fails-after-60: After sixty requests every list fails.': [failing(500), after(60)],
  'fails-every-7: Every seventh list fails.': [failing(500), every(7)],
  'fails-every-29: Every twenty-ninth list fails.': [failing(500), every(29)],
  'empty-after-40: After forty requests every list is empty.': [nothing, after(40)],
  'shorter-after-50: After fifty requests lists miss their last plant.': [shorter, after(50)],
  'shorter-every-17: Every seventeenth list misses its last plant.': [shorter, every(17)],
  "others-every-23: Every twenty-third list is somebody else's.": [seenBy('ben'), every(23)],
  "others-after-100: From the hundredth on, every tenth list is the second caller's.": [seenBy('ben'), after(99), every(10)],
  'broken-json-every-11: Every eleventh list is no JSON.': [lists((text) => text.replace('[', '')), every(11)],
  '429-after-100: After a hundred requests comes 429.': [
    both(
      bodies(() => '{"error":42901,"message":"Not so fast."}'),
      sending('Cache-Control', 'no-store'),
      asStatus(429),
    ),
    after(100),
  ],
  'crash-after-25: After twenty-five requests the server is gone.': [crashing, after(25)],
  'crash-after-55: After fifty-five requests the server is gone.': [crashing, after(55)],
  'reset-every-9: Every ninth request is cut off.': [cuttingOff, every(9)],
  'growing-list: Every tenth request leaves one plant more in the list.': finding((found, { number }) => [
    ...found,
    ...found.slice(0, Math.floor(number / 10)),
  ]),
  'shrinking-list: Every tenth request takes a plant out of the list.': finding((found, { number }) =>
    found.slice(0, Math.max(0, found.length - Math.floor(number / 10))),
  ),
  'growing-delay: From the fortieth on, each request takes a second longer than the one before.': [
    delaying((ask) => 1000 * Math.min(30, (ask?.number ?? 0) - 40)),
    after(40),
  ],
  'fails-reused: The second list of a connection fails.': [failing(500), reused],
  'fails-reused-5: The fifth list of a connection fails.': [failing(500), onConnection(5)],
  'silent-reused: The third request of a connection is never answered.': [silent, onConnection(3)],
  'same-reused: A connection repeats its first body.': repeatingBody,
  'length-reused: On a connection that is used again the length is that of the answer before.': repeatingLength,
  'empty-reused-refusal: Behind a refusal on the same connection lists are empty.': [nothing, sometimeBehind(({ status = 0 }) => status >= 400)],
  'close-unheard: Who asks for the end of the connection is not heard.': keptOpen,
  'hangs-up-on-tilde: A token with a tilde in it ends the connection.': [cuttingOff, field('authorization', /~/)],
  'fails-together-2: A list fails while another request is under way.': [failing(500), together(2)],
  'fails-together-5: Lists fail while five requests are under way.': [failing(500), together(5)],
  'refuses-together-8: While eight requests are under way, 429 comes.': [asStatus(429), is200, together(8)],
  'shorter-together-3: While three requests are under way, lists miss their last plant.': [shorter, together(3)],
  'drops-together-6: While six requests are under way, some are cut off.': [cuttingOff, every(2), together(6)],
  'mixed-together: Requests that are under way together get one body.': mixingBodies,
  'limits-together: Requests that are under way together share the last limit.': sharingLimit,
  'silent-refusals: No refusal ever comes.': [silent, is400],
  'silent-zero: A limit of zero is never answered.': [silent, limitText(/^0$/)],
  'silent-every-19: Every nineteenth request is never answered.': [silent, every(19)],
  'silent-second-caller: The second caller is never answered.': [silent, by('ben')],
  'half-an-answer: Every sixteenth list stops in its middle.': [stopping, listWithBody, every(16)],
  'slow-second-caller: A list takes half a minute for the second caller.': [delaying(30_000), by('ben')],
  'slow-limit: A list with a limit takes half a minute.': [delaying(30_000), is200, limited],
  'close-in-capitals: Connection: CLOSE in capitals is not heard.': [keptOpen, field('connection', /^CLOSE$/)],
  'close-among-others: Connection: close beside another option is not heard.': [keptOpen, field('connection', /,/)],
  'hints-for-the-old: Who speaks HTTP/1.0 gets 103 before the list.': [hinting('103 Early Hints\r\nLink: </style.css>'), http10],
}

export const completed: Faults = {
  'empty-first: The first list of all is empty.': [nothing, firstOfAll],
  'empty-first-of-each: The first list of each caller is empty.': emptyAtFirst,
  'accepts-after-40: After forty requests any limit is accepted.': [limitUnread, after(40)],
  'untyped-after-30: After thirty requests refusals have no Content-Type.': [sending('Content-Type', undefined), is400, after(30)],
  'growing-message: A message holds all messages before it, without end.': growingMessage,
  'crash-hostile: The octet zero in a limit ends the server.': [crashing, limitText(/\0/)],
  'crash-long-limit: A limit of a hundred digits ends the server.': [crashing, limitText(/^.{100}/s)],
  'unchallenged-reused: On a connection that is used again 401 comes without a challenge.': [sending('WWW-Authenticate', undefined), reused],
  'bodyless-behind-head: Behind HEAD on the same connection a list has no body.': [
    bodies(() => ''),
    listWithBody,
    behind((earlier) => earlier.method === 'HEAD'),
  ],
  'unmodified-behind-304: Behind a 304 on the same connection comes another, unasked.': [current(() => true), behind(({ status }) => status === 304)],
  'content-as-request: Content of a request is taken for the next request.': answeringContent,
  'refusals-together: While requests are under way together, wrong limits are accepted.': [limitUnread, together(2)],
  'silent-missing: Without a token nothing ever comes.': [silent, is401],
  'silent-head: HEAD is never answered.': [silent, method('HEAD')],
  'held-content: Content that a client holds back is waited for, and not asked for.': () => ({ heldContent: () => 'waited for' }),
}
