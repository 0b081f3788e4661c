/** Fields that browsers, programs, proxies, gateways and platforms send of their own accord: no list depends on them. */
import type { Field } from '../../exchange.ts'

/**
 * Sets of fields, as a table with a line for each field. Of the values between ` | ` each makes a set of its own; the
 * fields behind ` && ` stand in every set of their line; a line that begins with `#` is a remark.
 */
export const fieldSets = (text: string): readonly (readonly Field[])[] =>
  text
    .trim()
    .split(/\n\s*/)
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => {
      const sent = line.split(' && ').map((field) => readField(field))
      const [[name, values] = ['', '']] = sent
      return values.split(' | ').map((value): readonly Field[] => sent.with(0, [name, value]))
    })

/** A line as a field: its name, and the text behind the colon. */
export function readField(line: string): Field {
  const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? []
  return [name, value]
}

const listOf = (length: number, write: (at: number) => string, mark = ', '): string =>
  Array.from({ length }, (_, at) => write(at)).join(mark)

export const clientFields: readonly (readonly Field[])[] = fieldSets(`
  Accept: application/json | text/html,application/xhtml+xml | application/xml;q=0.9, */*;q=0.8
  Accept: text/html | text/plain | text/csv | text/event-stream | application/xml | application/yaml
  Accept: application/x-ndjson | application/problem+json | application/hal+json
  Accept: application/vnd.plant-store.v2+json | application/json; version=2; charset=utf-16
  Accept: application/json;q=0 | image/*
  Accept-Encoding: gzip, deflate, br, zstd | gzip | deflate | br | zstd | pack200-gzip | identity
  Accept-Encoding: gzip;q=0 | *;q=0, identity | *
  Accept-Language: de | fr-CH, fr;q=0.9, en;q=0.8
  Accept-Charset: iso-8859-1
  Origin: https://example.org
  Referer: https://example.org/
  User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 | curl/8.0
  Cookie: session=1; user=ben
  Cache-Control: no-cache
  Pragma: no-cache
  Prefer: return=minimal
  X-User: ben && X-Forwarded-User: ben && X-Admin: true
  X-Original-URL: /nothing && X-Rewrite-URL: /nothing
  X-Forwarded-For: 127.0.0.1 && X-Real-IP: 127.0.0.1 && Forwarded: for=127.0.0.1
  X-Forwarded-Proto: https && X-Forwarded-Host: example.org
  X-HTTP-Method-Override: DELETE
  X-Requested-With: XMLHttpRequest && Sec-Fetch-Mode: cors
  X-Debug: 1
  Content-Type: application/xml
  TE: trailers && Connection: TE
  Connection: close | keep-alive
  Connection: Upgrade && Upgrade: h2c
  Range: bytes=0-5 | bytes=-5 | bytes=1-2,4-5 | bytes=99999999-
  Range: bytes=0-5 && If-Range: Fri, 31 Dec 2100 00:00:00 GMT
  Expect: 100-continue | a-good-harvest
  Accept: application/* | APPLICATION/JSON | application/json;q=0.9 | application/json , */* ; q=0.1
  Accept: application/json, text/plain, */*
  Accept-Encoding: gzip;q=0.0 | br;q=0.000, gzip;q=0 | GZIP | gzip ; q=1.0
  Accept: text/html && Accept: application/json
  Accept-Language: ja | es | zh-CN | pt-BR,pt;q=0.9 | ar | tr | *
  Cache-Control: only-if-cached | no-store | max-stale=60 | min-fresh=60 | no-transform
  If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT | Fri, 31 Dec 2100 00:00:00 GMT
  Expect: 100-Continue
  Max-Forwards: 0 | 10
  Prefer: respond-async | wait=1 | handling=strict | return=representation | count=exact
  User-Agent:
  User-Agent: Go-http-client/1.1 | Java/21.0.1 | okhttp/4.12.0 | axios/1.7.2 | node | python-requests/2.32.3
  User-Agent: Wget/1.24.5 | Scrapy/2.11 (+https://scrapy.org) | libwww-perl/6.77
  User-Agent: Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1)
  User-Agent: Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko
  User-Agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)
  User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1
  User-Agent: Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36
  User-Agent: Dalvik/2.1.0 (Linux; U; Android 13)
  # Octets beyond ASCII have no meaning (RFC 9110, 5.5); a database column may end at 255 characters.
  User-Agent: G\u00E4rtner/1.0 | long/1.0 ${'x'.repeat(300)}
  Referer: https://example.org/?q=1' or '1'='1 | https://example.org/?q=<script> | about:blank
  Cookie: a=<script>alert(1)</script> | ${'a=b; '.repeat(60)}c=d | __Host-id=1; $Version=1
  Via: 1.1 edge | ${listOf(8, (at) => `1.1 edge-${at}`)}
  X-Forwarded-For: ::1 | 192.0.2.7:4711 | [2001:db8::7]:4711 | unknown | ${listOf(8, (at) => `192.0.2.${at}`)}
  X-Forwarded-Proto: http
  # A list on two lines (RFC 9110, 5.3).
  X-Forwarded-For: a=1 && X-Forwarded-For: b=2
  Via: a=1 && Via: b=2
  Accept-Language: a=1 && Accept-Language: b=2
  Cache-Control: a=1 && Cache-Control: b=2
  # Gateways that turn fields into variables treat _ as -.
  If_None_Match: * && X_Request_Id: another && Accept_Encoding: br
  Forwarded: for=192.0.2.1;proto=http;host=example.org
  Upgrade-Insecure-Requests: 1
  Sec-Fetch-Site: cross-site | same-site | none && Sec-Fetch-Mode: navigate && Sec-Fetch-Dest: document
  Purpose: prefetch && Sec-Purpose: prefetch;prerender
  Origin: null && Access-Control-Request-Method: GET && Access-Control-Request-Headers: authorization
  Content-Type: application/json | multipart/form-data
  Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
  Idempotency-Key: "8e03978e-40d5-43dd-bc93-6894a57f9324"
  Priority: u=7, i
  A-IM: feed | vcdiff
  Accept: application/json; indent=4 | application/json, ${'text/html, '.repeat(100)}*/*
  Accept-Language: az | bn | fa
  Api-Version: 2023-01-31
  B3: 0
  Content-Range: bytes 0-5/10
  Content-Type: application/grpc | application/grpc-web+proto
  Cookie: JSESSIONID=1A2B3C.node9
  DPoP: eyJ0eXAiOiJkcG9wK2p3dCJ9.e30.c2lnbmF0dXJl
  Early-Data: 1
  Last-Event-ID: 2
  Proxy-Connection: keep-alive
  Referer: https://example.org/\${x} | \${jndi:ldap://127.0.0.1/a}
  SOAPAction: "urn:list"
  Signature: sig1=:c2lnbmF0dXJl:
  TE: x-any | gzip;q=0
  Time-Zone: Europe/Nowhere | +25:00
  Tracestate: ${listOf(40, (at) => `v${at}=x`, ',')}
  Traceparent: ${listOf(4, (at) => `00-0af7651916cd43dd8448eb211c80319${at}-b7ad6b7169203331-00`, ' | ')}
  Translate: f
  Uber-Trace-Id: 1%3A2%3A0%3A1 | 1:2:0:1
  User-Agent: ELB-HealthChecker/2.0 | kube-probe/1.30 | GoogleHC/1.0
  User-Agent: Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots) | facebookexternalhit/1.1
  User-Agent: Twitterbot/1.0 | \${jndi:ldap://127.0.0.1/a}
  X-Amzn-Oidc-Identity: ana
  X-Envoy-Attempt-Count: 2
  X-Envoy-Fault-Abort-Request: 503
  X-Envoy-Upstream-Rq-Timeout-Ms: 1
  X-Forwarded-Method: GET | DELETE
  X-Forwarded-Scheme: http
  X-Forwarded-Uri: /nothing
  X-Host: example.org
  X-Middleware-Subrequest: middleware:middleware:middleware
  X-Request-Start: t=1000000000 | 1000000000.000
  X-Forwarded-Proto: https && X-Forwarded-Proto: http
  Connection: Upgrade && Upgrade: websocket && Sec-WebSocket-Version: 13 && Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
  Connection: Upgrade, HTTP2-Settings && Upgrade: h2c && HTTP2-Settings: AAMAAABkAAQAAP__`)
