/** What proxies, gateways and platforms add, and what protocols over HTTP ask for: no list depends on it. */
import type { Field } from '../../exchange.ts'

const each = (rows: Readonly<Record<string, readonly string[]>>): readonly (readonly Field[])[] =>
  Object.entries(rows).flatMap(([name, values]) => values.map((value): readonly Field[] => [[name, value]]))

export const gatewayFields: readonly (readonly Field[])[] = [
  ...each({
    'A-IM': ['feed', 'vcdiff'],
    Accept: ['application/json; indent=4', `application/json, ${'text/html, '.repeat(100)}*/*`],
    'Accept-Language': ['az', 'bn', 'fa'],
    'Api-Version': ['2023-01-31'],
    B3: ['0'],
    'Content-Range': ['bytes 0-5/10'],
    'Content-Type': ['application/grpc', 'application/grpc-web+proto'],
    Cookie: ['JSESSIONID=1A2B3C.node9'],
    DPoP: ['eyJ0eXAiOiJkcG9wK2p3dCJ9.e30.c2lnbmF0dXJl'],
    'Early-Data': ['1'],
    'Last-Event-ID': ['2'],
    'Proxy-Connection': ['keep-alive'],
    Referer: ['https://example.org/${x}', '${jndi:ldap://127.0.0.1/a}'],
    SOAPAction: ['"urn:list"'],
    Signature: ['sig1=:c2lnbmF0dXJl:'],
    TE: ['gzip', 'deflate;q=0.3'],
    'Time-Zone': ['Europe/Nowhere', '+25:00'],
    Tracestate: [Array.from({ length: 40 }, (_, at) => `v${at}=x`).join(',')],
    Traceparent: Array.from(
      { length: 4 },
      (_, at) => `00-0af7651916cd43dd8448eb211c80319${at}-b7ad6b7169203331-00`,
    ),
    Translate: ['f'],
    'Uber-Trace-Id': ['1%3A2%3A0%3A1', '1:2:0:1'],
    'User-Agent': [
      'ELB-HealthChecker/2.0',
      'kube-probe/1.30',
      'GoogleHC/1.0',
      'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
      'facebookexternalhit/1.1',
      'Twitterbot/1.0',
      '${jndi:ldap://127.0.0.1/a}',
    ],
    'X-Amzn-Oidc-Identity': ['ana'],
    'X-Envoy-Attempt-Count': ['2'],
    'X-Envoy-Fault-Abort-Request': ['503'],
    'X-Envoy-Upstream-Rq-Timeout-Ms': ['1'],
    'X-Forwarded-Method': ['GET', 'DELETE'],
    'X-Forwarded-Scheme': ['http'],
    'X-Forwarded-Uri': ['/nothing'],
    'X-Host': ['example.org'],
    'X-Middleware-Subrequest': ['middleware:middleware:middleware'],
    'X-Request-Start': ['t=1000000000', '1000000000.000'],
  }),
  [
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Proto', 'http'],
  ],
  [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Version', '13'],
    ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
  ],
  [
    ['Connection', 'Upgrade, HTTP2-Settings'],
    ['Upgrade', 'h2c'],
    ['HTTP2-Settings', 'AAMAAABkAAQAAP__'],
  ],
]
