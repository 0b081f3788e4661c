/** Fields that browsers, programs, proxies, gateways and platforms send of their own accord: no list depends on them. */
import type { Field } from '../exchange.ts'

/**
 * Sets of fields, as a table with a line for each field. Of the values between ` | ` each makes a set of its own; the
 * fields behind ` && ` stand in every set of their line.
 */
export const fieldSets = (text: string): readonly (readonly Field[])[] =>
  text
    .trim()
    .split(/\n\s*/)
    .flatMap((line) => {
      const sent = line.split(' && ').map((field): Field => {
        const [name = '', value = ''] = field.split(/: ?(.*)/s)
        return [name, value]
      })
      const [[name, values] = ['', '']] = sent
      return values.split(' | ').map((value): readonly Field[] => sent.with(0, [name, value]))
    })

/**
 * What may be answered in another form, or stands for more than one field says: each set is sent alone. Lists may stand on
 * two lines (RFC 9110, 5.3), and gateways that turn fields into variables treat _ as -.
 */
export const clientFields: readonly (readonly Field[])[] = fieldSets(`
  Accept: application/json | text/html,application/xhtml+xml | application/xml;q=0.9, */*;q=0.8
  Accept: text/html | text/plain | text/csv | text/event-stream | application/xml | application/yaml
  Accept: application/x-ndjson | application/problem+json | application/hal+json
  Accept: application/vnd.plant-store.v2+json | application/json; version=2; charset=utf-16
  Accept: application/json;q=0 | image/* | application/* | APPLICATION/JSON | application/json;q=0.9
  Accept: application/json , */* ; q=0.1 | application/json; indent=4
  Accept: application/json, text/plain, */* | application/json, ${'text/html, '.repeat(100)}*/*
  Accept: text/html && Accept: application/json
  Accept-Encoding: gzip, deflate, br, zstd | gzip | deflate | br | zstd | pack200-gzip | identity
  Accept-Encoding: gzip;q=0 | *;q=0, identity | * | gzip;q=0.0 | br;q=0.000, gzip;q=0 | GZIP | gzip ; q=1.0
  Accept-Language: de | fr-CH, fr;q=0.9, en;q=0.8 | ja | es | zh-CN | pt-BR,pt;q=0.9 | ar | tr | * | az | bn | fa
  Cookie: session=1; user=ben
  Cache-Control: no-cache | only-if-cached | no-store | max-stale=60 | min-fresh=60 | no-transform
  Pragma: no-cache
  Prefer: return=minimal | respond-async | wait=1 | handling=strict | return=representation | count=exact
  X-Forwarded-For: 127.0.0.1 && X-Real-IP: 127.0.0.1 && Forwarded: for=127.0.0.1
  X-Forwarded-Proto: https && X-Forwarded-Host: example.org
  X-Forwarded-Proto: https && X-Forwarded-Proto: http
  X-Requested-With: XMLHttpRequest && Sec-Fetch-Mode: cors
  Content-Type: application/xml | application/json | multipart/form-data | application/grpc
  Content-Type: application/grpc-web+proto
  TE: trailers && Connection: TE
  Connection: close | keep-alive
  Connection: Upgrade && Upgrade: h2c
  Connection: Upgrade, HTTP2-Settings && Upgrade: h2c && HTTP2-Settings: AAMAAABkAAQAAP__
  Connection: Upgrade && Upgrade: websocket && Sec-WebSocket-Version: 13 && Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
  Range: bytes=0-5 | bytes=-5 | bytes=1-2,4-5 | bytes=99999999-
  Range: bytes=0-5 && If-Range: Fri, 31 Dec 2100 00:00:00 GMT
  Content-Range: bytes 0-5/10
  If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT | Fri, 31 Dec 2100 00:00:00 GMT
  Expect: 100-continue | a-good-harvest | 100-Continue
  X-Forwarded-For: a=1 && X-Forwarded-For: b=2
  Accept-Language: a=1 && Accept-Language: b=2
  If_None_Match: * && X_Request_Id: another && Accept_Encoding: br
  Origin: null && Access-Control-Request-Method: GET && Access-Control-Request-Headers: authorization
  A-IM: feed | vcdiff`)

const dates =
  'Sun, 06 Nov 1994 08:49:37 GMT | Sunday, 06-Nov-94 08:49:37 GMT | Sun Nov  6 08:49:37 1994 | Fri, 31 Dec 9999 23:59:59 GMT'

const id = '0af7651916cd43dd8448eb211c80319c'

/** One value each at a time. A database column may end at 255 characters. */
const singles = `
  Accept: application/json | application/json;charset=utf-8 | text/html | */* | image/webp;q=0.5 | text/x-c ; x="a, \\"b"
  Accept-Encoding: gzip | br | zstd ; Q=0.9 | deflate | identity | x-gzip | pack200-gzip | *;q=1.000
  Accept-Language: en | de-CH | zh-Hant-TW;q=0.9 | es-419 | de-CH-1996 | i-klingon | x-any | ar-u-nu-latn | *
  Cache-Control: no-cache | max-age=0 | no-transform | max-stale | min-fresh=5 | x-any="a, b" | private=x
  Forwarded: for=192.0.2.7 | For="[2001:db8::7]:4711" | for=unknown;by=_edge | for="_x";proto=https | host=example.org
  X-Forwarded-For: 192.0.2.7 | 192.0.2.7:4711 | 2001:db8::7 | [2001:db8::7]:4711 | unknown | ::ffff:192.0.2.7
  Via: 1.1 edge | 2 proxy:8080 | HTTP/1.0 x (old) | 1.1 ::1
  User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 | curl/8.0 | node | Java/21.0.1
  User-Agent: Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1) | WeirdBot/2.0.1-beta+7 (a (b) c) | U%20A a/b c (\\))
  User-Agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html) | kube-probe/1.30
  User-Agent: Mobile/15E148 | x_y.z (\u00E9; "x") | long/1.0 ${'x'.repeat(300)} | \${jndi:ldap://127.0.0.1/a}
  Cookie: sid="1"; user=%zz; limit=1 | _ga=a=b; __Host-x=\u00E9; $Path={} | ${'a=b; '.repeat(60)}c=d
  Cookie: constructor=j:[1]; __proto__=; Authorization=%E4 | a=<script>alert(1)</script> | JSESSIONID=1A2B3C.node9
  Referer: http://localhost/plants?limit=1 | http://[::1]:8080/a%20b | https://example.org/?q=1' or '1'='1 | about:blank
  Origin: null | http://localhost:3000 | https://example.org | moz-extension://5f1c0b52
  Sec-Fetch-Mode: cors | navigate | no-cors | websocket
  Priority: u=0 | u=7,i | i | u=3;x="y" | x=(a;b)
  X-Forwarded-Proto: https | http | https,http | HTTPS | wss
  X-Forwarded-Host: example.org | example.org:443 | [::1]:8080 | a.example,b.example | EXAMPLE.org.
  X-Forwarded-Prefix: /api | / | /api/ | api
  X-Real-IP: 192.0.2.7 | ::1 | fe80::1%25eth0 | 192.0.2.7:4711
  Range: bytes=0- | items=0-1 | 0-1 | bytes=0-0,-1 | lines=1-
  Date: ${dates}
  If-Modified-Since: ${dates}
  Traceparent: ${['00', '01', 'fe'].map((version) => `${version}-${id}-b7ad6b7169203331-00`).join(' | ')}
  Baggage: user=ana | limit=1;p;q=1 | key%20x=value%2C1
  Max-Forwards: 0 | 007
  B3: 0 | 8448eb211c80319c-b7ad6b7169203331-1 | 8448eb211c80319c-b7ad6b7169203331-d
  Idempotency-Key: ${id} | "8448eb21"`

const byName = [...Map.groupBy(fieldSets(singles).flat(), ([name]) => name).values()]
const rounds = Math.max(...byName.map(({ length }) => length))

/** Every value is in one of these sets, each of which has every field: those with fewer values begin again. */
export const everyForm: readonly (readonly Field[])[] = Array.from({ length: rounds }, (_, round) =>
  byName.flatMap((own) => own.slice(round % own.length, (round % own.length) + 1)),
)
