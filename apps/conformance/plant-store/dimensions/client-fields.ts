/** Fields of clients that may be answered in another form, or ask for something else of HTTP. */
import type { Field } from '../../src/exchange.ts'

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
