/** Class 10, continued: how connections are kept and ended, also by clients of HTTP/1.0, and what adds up on them. */
import { evenWithBody, failing, listWithBody, unmeasured, writing } from '../faults/replies.ts'
import { refusingAt } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import { Refusal, type Reply } from '../server/ask.ts'
import { fixedWorld, type SeenPlant, worldWith } from '../server/world.ts'
import { bodied, inTurn, toOctets } from '../server/write-reply.ts'
import { before } from '../triggers-between.ts'
import { about, field, http10, method, not, rested } from '../triggers.ts'

/** Writes answers with these fields past Node, and leaves the connection as it is. */
const leavingOpen = (fieldsOf: (reply: Reply) => Reply['fields']): Change =>
  writing((reply, ask) => {
    const octets = toOctets({ ...bodied(reply, ask), fields: fieldsOf(reply) })
    inTurn(ask, () => void ask.socket.write(octets))
  })

/** Lists without a length; where they end the connection is broken. */
const breakingOff: Change = writing((reply, ask) => {
  const octets = toOctets({ ...reply, fields: [...unmeasured(reply), ['Connection', 'close']] })
  inTurn(ask, () => {
    ask.socket.write(octets, () => {
      setTimeout(() => ask.socket.resetAndDestroy(), 20)
    })
  })
})

/** The connection is cut where the client has not taken all of an answer in so many milliseconds. */
const impatient =
  (ms: number): Change =>
  ({ write }) => ({
    write: (reply, ask) => {
      write(reply, ask)
      const cut = (): void => {
        if (!ask.response.writableFinished && !ask.socket.destroyed) ask.socket.destroy()
      }
      setTimeout(cut, ms).unref()
    },
  })

/** Some plants have very long names: their list is one of some megabytes. */
const heavy = worldWith([
  ...fixedWorld.plants,
  ...Array.from({ length: 6 }, (_none, index): SeenPlant => ({ name: `${index} ${'Fern '.repeat(200_000)}`, seenBy: ['ana'] })),
])

/** The octets of all heads on a connection are counted together. */
const countingHeads: Change = ({ checkForm }) => {
  const sums = new WeakMap<object, number>()
  return {
    checkForm: (ask) => {
      const own = ask.request.rawHeaders.reduce((sum, text) => sum + text.length + 2, ask.url.length)
      const sum = (sums.get(ask.socket) ?? 0) + own
      sums.set(ask.socket, sum)
      if (sum > 100_000) throw new Refusal('headersTooLarge')
      checkForm(ask)
    },
  }
}

const requestLine = /^\s*\S+ \S+ HTTP\/1\.\d\r\n/
const wouldKeep = field('connection', /keep-alive/i)

export const given: Faults = {
  'reset-for-end: Who asks for the end of the connection gets a list without a length, and a reset in place of that end.': [
    breakingOff,
    listWithBody,
    field('connection', /close/i),
  ],
  'slow-reader: A client that takes more than a second to read an answer is cut off in the middle of it.': [impatient(1000), heavy],
  'old-kept-unframed: Who speaks HTTP/1.0 and would like to keep the connection gets a list without a length, on a connection that is kept.': [
    leavingOpen((reply) => [...unmeasured(reply), ['Connection', 'keep-alive']]),
    listWithBody,
    http10,
    wouldKeep,
  ],
  'offers-leak: After sixty offers of another protocol every list fails.': [
    failing(500),
    about('history', (ask) => before(ask).filter(({ headers }) => headers.upgrade !== undefined).length >= 60),
  ],
  'carried-over: Where one piece ends a request and begins the next, whose rest comes behind the first answer, the next is lost: 400.': [
    refusingAt('checkForm', 'malformedRequest'),
    about('pieces', (ask) => {
      const came = ask.came()
      return ask.onConnection > 1 && ask.pieces > 0 && came !== '' && came.length < 15_000 && !requestLine.test(came)
    }),
  ],
  'heads-add-up: When the heads of the requests on a connection come to a hundred thousand octets, 431 comes.': countingHeads,
}

export const completed: Faults = {
  'head-with-body-after-rest: After a second of rest on a connection HEAD is answered with a body.': [evenWithBody, method('HEAD'), rested(1000)],
  'old-stays-open: Who speaks HTTP/1.0 gets an answer, and the connection stays open behind it.': [
    leavingOpen(({ fields }) => [...fields, ['Connection', 'close']]),
    http10,
    not(wouldKeep),
  ],
}
