/** Status: fields that proxies, gateways and platforms add, or take for instructions to themselves. */
import { shorter } from '../faults/lists.ts'
import { adding, answering, bodyless, failing, fussy, redirecting, sending, unstored, writing } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { inTurn } from '../server/write-reply.ts'
import { field, is200, onLines, refusal, request, status } from '../triggers.ts'

const page = '<html><head><title>Plants</title></head><body><h1>Plants</h1></body></html>'

const toSecure = redirecting(301, 'https://plants.example/plants')

/** Agrees to another protocol, then sends nothing. */
const agreeing: Change = writing((_reply, ask) => {
  inTurn(ask, () => void ask.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'))
})

/** How many seconds ago the request reached the proxy in front, as X-Request-Start says. */
const waited = (start = ''): number => Date.now() / 1000 - Number(/^(?:t=)?(\d{10})\b/.exec(start)?.[1] ?? Infinity)

export const completed: Faults = {
  'scheme-forwarded-301: A request whose X-Forwarded-Scheme is not https is redirected to https.': [
    toSecure,
    is200,
    field('x-forwarded-scheme', /^(?!https$)/),
  ],
  'proto-on-two-lines-301: X-Forwarded-Proto on two lines is not recognised as https, and the request is redirected to https.': [
    toSecure,
    is200,
    onLines('x-forwarded-proto'),
  ],
  'client-timeout-504: The client may set a time limit with X-Envoy-Upstream-Rq-Timeout-Ms, and a limit of one digit gets 504.': fussy(
    'x-envoy-upstream-rq-timeout-ms',
    /^\d$/,
    504,
  ),
  'fault-injection-on: The client may inject a fault with X-Envoy-Fault-Abort-Request.': fussy('x-envoy-fault-abort-request', /^[45]\d\d$/, 503),
  'retried-to-replica: A request that a proxy retries (X-Envoy-Attempt-Count above 1) is answered from a replica that lacks the last plant.': [
    shorter,
    field('x-envoy-attempt-count', /^[2-9]$/),
  ],
  'queued-too-long: A request that waited more than half a minute in front of the server (X-Request-Start) gets 503.': [
    failing(503),
    request(({ headers }) => waited(headers['x-request-start']?.toString()) > 30),
  ],
  'route-gone-503: A session cookie that names a machine (JSESSIONID) gets 503, because that machine is gone.': fussy(
    'cookie',
    /\bJSESSIONID=\w+\.\w+/,
    503,
  ),
  'te-502: TE with anything but trailers, which the HTTP/2 behind the gateway forbids, gets 502.': fussy('te', /^(?!trailers$)/i, 502),
  'early-data-425: A request sent in early data gets 425, even a GET.': fussy('early-data', /^1$/, 425),
  'grpc-refusals-200: With Content-Type: application/grpc, refusals have status 200 and a Grpc-Status field.': [
    bodyless(200),
    sending('Content-Type', 'application/grpc'),
    adding(['Grpc-Status', '16']),
    refusal,
    field('content-type', /^application\/grpc/),
  ],
  'websocket-400: A complete WebSocket handshake gets 400.': [
    unstored(400, 40_000, 'The request is not well-formed HTTP.'),
    is200,
    field('upgrade', /^websocket$/i),
    field('sec-websocket-key'),
  ],
  'h2c-agreed: An offer of h2c with HTTP2-Settings is agreed to, and then nothing is sent.': [agreeing, is200, field('http2-settings')],
  'uber-trace-500: A Jaeger trace (Uber-Trace-Id) with percent-encoded colons gets 500.': fussy('uber-trace-id', /%3a/i, 500),
  'b3-flag-alone: A B3 field that consists of a sampling flag alone gets 500.': fussy('b3', /^[01d]$/, 500),
  'tracestate-of-33: Tracestate with more than 32 members gets 500.': fussy('tracestate', /^(?:[^,]*,){32}/, 500),
  'probe-by-agent: Health checkers, recognised by their User-Agent, get ok.': [
    answering(200, 'ok', 'text/plain'),
    field('user-agent', /^(?:ELB-HealthChecker|kube-probe|GoogleHC)\//),
  ],
  'unfurled-page: Bots that fetch link previews, recognised by their User-Agent, get an HTML page.': [
    answering(200, page, 'text/html'),
    is200,
    field('user-agent', /Slackbot|Twitterbot|facebookexternalhit/),
  ],
  'log-placeholder: A placeholder of a dollar sign and braces in Referer or User-Agent is expanded for the log, which leads to 500.': [
    failing(500),
    request(({ headers }) => /\$\{[^}]*\}/.test(`${headers.referer} ${headers['user-agent']}`)),
  ],
  'wall-by-jndi: A field with ${jndi: in it gets 403.': [
    failing(403),
    request(({ request: { rawHeaders } }) => rawHeaders.some((text) => /\$\{jndi:/i.test(text))),
  ],
  'held-too-large-page: A client that holds back more content than is accepted gets 413 with an HTML page.': [
    answering(413, page, 'text/html'),
    status(413),
    field('expect'),
  ],
}
