/** Time and state: how connections are kept and closed, also in HTTP/1.0, and what accumulates on them. */
import { keptOpen } from '../faults/memory.ts'
import { evenWithBody, failing, listWithBody, unmeasured, writing } from '../faults/replies.ts'
import { octetsOfHead, refusingAt } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import { Refusal, type Reply } from '../server/ask.ts'
import { fieldLines } from '../server/check-form.ts'
import { fixedWorld, type SeenPlant, worldWith } from '../server/world.ts'
import { bodied, inTurn, toOctets } from '../server/write-reply.ts'
import { before } from '../triggers-between.ts'
import { about, field, http10, is200, method, not, request, rested, wouldKeep } from '../triggers.ts'

/** Writes answers with these fields, bypassing Node, and leaves the connection as it is. */
const leavingOpen = (fieldsOf: (reply: Reply) => Reply['fields'], bodyOf = bodied): Change =>
  writing((reply, ask) => {
    const octets = toOctets({ ...bodyOf(reply, ask), fields: fieldsOf(reply) })
    inTurn(ask, () => void ask.socket.write(octets))
  })

/** Writes lists without a length, and resets the connection where they end. */
const breakingOff: Change = writing((reply, ask) => {
  const octets = toOctets({ ...reply, fields: [...unmeasured(reply), ['Connection', 'close']] })
  inTurn(ask, () => {
    ask.socket.write(octets, () => {
      setTimeout(() => ask.socket.resetAndDestroy(), 20)
    })
  })
})

const patienceMs = 1000

/** Cuts the connection when the client has not taken the whole answer in time. */
const impatient: Change = ({ write }) => ({
  write: (reply, ask) => {
    write(reply, ask)
    const cut = (): void => {
      if (!ask.response.writableFinished && !ask.socket.destroyed) ask.socket.destroy()
    }
    setTimeout(cut, patienceMs).unref()
  },
})

/** Some plants have very long names, so the list takes several megabytes. */
const heavy = worldWith([
  ...fixedWorld.plants,
  ...Array.from({ length: 6 }, (_none, index): SeenPlant => ({ name: `${index} ${'Fern '.repeat(200_000)}`, seenBy: ['ana'] })),
])

/** Counts the octets of all heads on a connection together. */
const countingHeads: Change = ({ checkForm }) => {
  const sums = new WeakMap<object, number>()
  return {
    checkForm: (ask) => {
      const sum = (sums.get(ask.socket) ?? 0) + octetsOfHead(ask)
      sums.set(ask.socket, sum)
      if (sum > 100_000) throw new Refusal('headersTooLarge')
      checkForm(ask)
    },
  }
}

const requestLine = /^\s*\S+ \S+ HTTP\/1\.\d\r\n/

export const given: Faults = {
  'reset-for-end: With Connection: close, a list has no length, and the connection ends with a reset in place of a clean close.': [
    breakingOff,
    listWithBody,
    field('connection', /close/i),
  ],
  'slow-reader: A client that takes more than a second to read an answer is cut off in the middle of it.': [impatient, heavy],
  'old-kept-unframed: An HTTP/1.0 client that asks for keep-alive gets a list without a length on a connection that stays open.': [
    leavingOpen((reply) => [...unmeasured(reply), ['Connection', 'keep-alive']]),
    listWithBody,
    http10,
    wouldKeep,
  ],
  'offers-leak: After sixty requests with Upgrade every list fails.': [
    failing(500),
    about('history', (ask) => before(ask).filter(({ headers }) => headers.upgrade !== undefined).length >= 60),
  ],
  "carried-over: A request whose beginning arrives with the request before it, and whose rest arrives after that one's answer, gets 400.": [
    refusingAt('checkForm', 'malformedRequest'),
    about('pieces', (ask) => {
      const came = ask.came()
      return ask.onConnection > 1 && ask.pieces > 0 && came !== '' && came.length < 15_000 && !requestLine.test(came)
    }),
  ],
  'heads-add-up: Once the heads of the requests on a connection come to more than 100,000 octets in total, 431 is sent.': countingHeads,
}

export const completed: Faults = {
  'head-with-body-after-rest: After a connection has been idle for a second, HEAD is answered with a body.': [
    evenWithBody,
    method('HEAD'),
    rested(1000),
  ],
  'old-stays-open: After an answer to an HTTP/1.0 client the connection stays open, although the answer says Connection: close.': [
    leavingOpen(({ fields }) => [...fields, ['Connection', 'close']]),
    http10,
    not(wouldKeep),
  ],
  'old-head-kept: An HTTP/1.0 client that asks for keep-alive gets an answer with a body to HEAD.': [
    leavingOpen(
      ({ fields }) => [...fields, ['Connection', 'keep-alive']],
      (reply) => reply,
    ),
    is200,
    method('HEAD'),
    http10,
    wouldKeep,
  ],
  'close-on-second-line: close is ignored on a second line of Connection.': [
    keptOpen,
    request((ask) => {
      const [first = '', ...more] = fieldLines(ask.request, 'connection')
      return !/close/i.test(first) && more.some((line) => /\bclose\b/i.test(line))
    }),
  ],
  'close-beside-keep-alive: The connection stays open when Connection names both keep-alive and close.': [
    keptOpen,
    field('connection', /\bkeep-alive *, *close\b|\bclose *, *keep-alive\b/i),
  ],
}
