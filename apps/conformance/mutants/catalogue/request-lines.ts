/** Class 5, continued: lines of a request in other places and spellings. */
import { elsewhere } from '../faults/credentials.ts'
import { type Change, faultsOf } from '../mutant.ts'
import { type Ask, Refusal } from '../server/ask.ts'

const spelled = faultsOf('authentication', {
  given: {
    'fallback-of-connection': [
      'A malformed credential on a connection passes as the one before it there.',
      ({ readToken, findCaller }) => ({
        readToken: (ask) => {
          const given = ask.request.headers.authorization ?? ''
          const last = ask.earlier.findLast((one) => one.status === 200)?.headers.authorization
          return given !== '' && !/^bearer +\S+$/i.test(given) && last !== undefined ? last.replace(/^bearer +/i, '') : readToken(ask)
        },
        findCaller,
      }),
    ],
  },
  completed: {
    'credential-behind-fifty': [
      'An Authorization line behind fifty others is not seen.',
      unseen(({ rawHeaders }) => rawHeaders.findIndex((text) => /^authorization$/i.test(text)) >= 100),
    ],
    'credential-before-host': [
      'An Authorization line before Host is not seen.',
      unseen(({ rawHeaders }) => before(rawHeaders, 'authorization', 'host')),
    ],
    'credential-last': [
      'An Authorization line that is the last of several is not seen.',
      unseen(({ rawHeaders }) => rawHeaders.length > 4 && /^authorization$/i.test(rawHeaders.at(-2) ?? '')),
    ],
    'credential-without-blank': ['Authorization:Bearer without a blank behind the colon is not seen.', hidden(/\r\nauthorization:\S/i)],
    'credential-behind-tab': ['A tab behind the colon of Authorization hides it.', hidden(/\r\nauthorization:\t/i)],
    'credential-before-blanks': ['A token with blanks at the end of its line is refused.', hidden(/\r\nauthorization:[^\r]*[ \t]\r\n/i)],
    'credential-in-trailer': [
      'A token in a trailer behind chunks passes.',
      elsewhere(({ request: { trailers } }) => /^bearer +(\S+)$/i.exec(trailers['authorization'] ?? '')?.[1]),
    ],
    'credential-of-many-letters': [
      'A credential of more than a thousand octets, blanks included, is refused.',
      hidden(/\r\nauthorization:[^\r]{1000}/i),
    ],
    'coded-name-of-token': [
      'access_token is not seen where another letter of it than the first is a percent code.',
      ({ checkPlace }) => ({ checkPlace: (ask) => (/[?&]a\w*%(?!5f)\w\w\w*=/i.test(ask.request.url ?? '') ? undefined : checkPlace(ask)) }),
    ],
    'token-far-behind': [
      'access_token is not seen behind fifty other parameters.',
      ({ checkPlace }) => ({ checkPlace: (ask) => ([...ask.query.keys()].indexOf('access_token') >= 50 ? undefined : checkPlace(ask)) }),
    ],
  },
})

function before(rawHeaders: readonly string[], one: string, other: string): boolean {
  const names = rawHeaders.filter((_text, at) => at % 2 === 0).map((name) => name.toLowerCase())
  return names.includes(one) && names.indexOf(one) < names.indexOf(other)
}

/** There is no credential where this is true of the request. */
function unseen(isUnseen: (request: Ask['request']) => boolean): Change {
  return ({ readToken }) => ({
    readToken: (ask) => {
      if (isUnseen(ask.request)) throw new Refusal('missingToken')
      return readToken(ask)
    },
  })
}

/** There is no good credential where what came is like this. */
function hidden(form: RegExp): Change {
  return ({ readToken }) => ({
    readToken: (ask) => {
      if (form.test(ask.came())) throw new Refusal('refusedToken')
      return readToken(ask)
    },
  })
}

const closing = faultsOf('time and state', {
  given: {
    'close-in-capitals': ['Connection: CLOSE in capitals is not heard.', keptWhere(/^CLOSE$/)],
    'close-among-others': ['Connection: close beside another option is not heard.', keptWhere(/,/)],
    'hints-for-the-old': [
      'Who speaks HTTP/1.0 gets 103 before the list.',
      ({ write }) => ({
        write: (reply, ask) => {
          if (ask.request.httpVersion === '1.0') ask.request.socket.write('HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n')
          write(reply, ask)
        },
      }),
    ],
  },
})

/** The end of the connection is not heard where the option is spelled like this. */
function keptWhere(spelling: RegExp): Change {
  return ({ write }) => ({
    write: (reply, ask) => {
      const isUnheard = spelling.test(ask.request.headers.connection ?? '')
      if (isUnheard) ask.response.shouldKeepAlive = true
      write(isUnheard ? { ...reply, fields: [...reply.fields, ['Connection', 'keep-alive']] } : reply, ask)
    },
  })
}

export const requestLines = [...spelled, ...closing]
