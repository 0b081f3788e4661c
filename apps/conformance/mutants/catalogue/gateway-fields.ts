/** Class 3, continued: fields that proxies, gateways and platforms add, or take for orders to themselves. */
import { shorter } from '../faults/lists.ts'
import { adding, answering, bodyless, failing, fussy, redirecting, sending, unstored, writing } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { inTurn } from '../server/write-reply.ts'
import { field, is200, onLines, refusal, request, status } from '../triggers.ts'

const page = '<html><head><title>Plants</title></head><body><h1>Plants</h1></body></html>'

const toSecure = redirecting(301, 'https://plants.example/plants')

/** Agrees to another protocol, in which nothing comes. */
const agreeing: Change = writing((_reply, ask) => {
  inTurn(ask, () => void ask.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'))
})

/** How many seconds ago it came to who was in front, as that tells. */
const waited = (start = ''): number => Date.now() / 1000 - Number(/^(?:t=)?(\d{10})\b/.exec(start)?.[1] ?? Infinity)

export const completed: Faults = {
  'scheme-forwarded-301: Where X-Forwarded-Scheme is not https one is sent there.': [toSecure, is200, field('x-forwarded-scheme', /^(?!https$)/)],
  'proto-on-two-lines-301: X-Forwarded-Proto on two lines is not found to be https, and one is sent there.': [
    toSecure,
    is200,
    onLines('x-forwarded-proto'),
  ],
  'client-timeout-504: Whoever asks may say by X-Envoy-Upstream-Rq-Timeout-Ms how long an answer may take: with a millisecond comes 504.': fussy(
    'x-envoy-upstream-rq-timeout-ms',
    /^\d$/,
    504,
  ),
  'fault-injection-on: Whoever asks may order faults by X-Envoy-Fault-Abort-Request.': fussy('x-envoy-fault-abort-request', /^[45]\d\d$/, 503),
  'retried-to-replica: What a proxy tries again (X-Envoy-Attempt-Count above 1) is read from a copy that lacks the last plant.': [
    shorter,
    field('x-envoy-attempt-count', /^[2-9]$/),
  ],
  'queued-too-long: What waited for more than half a minute in front of it (X-Request-Start) is dropped with 503.': [
    failing(503),
    request(({ headers }) => waited(headers['x-request-start']?.toString()) > 30),
  ],
  'route-gone-503: A cookie of a session on a machine that is gone gets 503.': fussy('cookie', /\bJSESSIONID=\w+\.\w+/, 503),
  'te-502: TE with anything but trailers is no HTTP/2, which is spoken within: 502.': fussy('te', /^(?!trailers$)/i, 502),
  'early-data-425: What came in early data gets 425, though it is GET.': fussy('early-data', /^1$/, 425),
  'grpc-refusals-200: Refusals to who speaks of application/grpc get 200, and their status in a field.': [
    bodyless(200),
    sending('Content-Type', 'application/grpc'),
    adding(['Grpc-Status', '16']),
    refusal,
    field('content-type', /^application\/grpc/),
  ],
  'websocket-400: Who would like to speak WebSocket, with all that belongs to it, gets 400.': [
    unstored(400, 40_000, 'The request is not well-formed HTTP.'),
    is200,
    field('upgrade', /^websocket$/i),
    field('sec-websocket-key'),
  ],
  'h2c-agreed: An offer of h2c with its settings is agreed to, and then nothing comes.': [agreeing, is200, field('http2-settings')],
  'uber-trace-500: A trace of Jaeger whose colons are percent codes gets 500.': fussy('uber-trace-id', /%3a/i, 500),
  'b3-flag-alone: A field B3 that only says that the trace is not kept gets 500.': fussy('b3', /^[01d]$/, 500),
  'tracestate-of-33: More than 32 members of Tracestate get 500.': fussy('tracestate', /^(?:[^,]*,){32}/, 500),
  'probe-by-agent: Programs that look whether it is up, by their names, get ok.': [
    answering(200, 'ok', 'text/plain'),
    field('user-agent', /^(?:ELB-HealthChecker|kube-probe|GoogleHC)\//),
  ],
  'unfurled-page: Programs that show a preview of links get a page.': [
    answering(200, page, 'text/html'),
    is200,
    field('user-agent', /Slackbot|Twitterbot|facebookexternalhit/),
  ],
  'log-placeholder: A dollar and a brace in Referer or User-Agent are filled in before they are logged: 500.': [
    failing(500),
    request(({ headers }) => /\$\{[^}]*\}/.test(`${headers.referer} ${headers['user-agent']}`)),
  ],
  'wall-by-jndi: A field with ${jndi: in it gets 403.': [
    failing(403),
    request(({ request: { rawHeaders } }) => rawHeaders.some((text) => /\$\{jndi:/i.test(text))),
  ],
  'held-too-large-page: Who holds back more content than is taken in gets a page with 413.': [
    answering(413, page, 'text/html'),
    status(413),
    field('expect'),
  ],
}
