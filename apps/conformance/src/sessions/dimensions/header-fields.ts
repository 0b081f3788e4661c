/**
 * Header fields by their names, of which no response depends on any: valid values by the grammar of each field, and the
 * names that are registered or mean something elsewhere.
 */
import { inGroups } from '@plant-store/raw-http'
import type { Field } from '../../exchange.ts'
import { hasGrammar } from '../../oracle/field-grammar.ts'
import { words } from '../generate/characters.ts'
import { readField } from './client-fields.ts'

/** The members of lists (RFC 9110, 5.6.1). A no-break space stands for a space. */
const lists = `
  Accept: application/json application/json;charset=utf-8 text/html */* application/* image/webp;q=0.5 text/x-c\u00A0;\u00A0x="a,\u00A0\\"b"
  Accept-Charset: utf-8 ISO-8859-1;q=0.001 * us-ascii
  Accept-Encoding: gzip br zstd\u00A0;\u00A0Q=0.9 deflate identity x-gzip pack200-gzip *;q=1.000
  Accept-Language: en de-CH zh-Hant-TW;q=0.9 sr-Latn es-419 de-CH-1996 sl-rozaj-biske i-klingon x-any ar-u-nu-latn *
  Cache-Control: no-cache max-age=0 no-transform max-stale min-fresh=5 stale-if-error=60 x-any="a,\u00A0b" private=x
  Prefer: return=minimal wait=5 respond-async handling=lenient timezone="Europe/Paris" x-any;x=""
  Forwarded: for=192.0.2.7 For="[2001:db8::7]:4711" for=unknown;by=_edge for="_x";proto=https host=example.org
  X-Forwarded-For: 192.0.2.7 192.0.2.7:4711 2001:db8::7 [2001:db8::7]:4711 unknown 10.0.0.1 ::ffff:192.0.2.7
  Via: 1.1\u00A0edge 2\u00A0proxy:8080 HTTP/1.0\u00A0x\u00A0(old) 1.1\u00A0::1
  Sec-CH-UA: "Chromium";v="130" "Not?A_Brand";v="99" "Google\u00A0Chrome";v="130" "\u00A0Not;A,Brand";v="8"
  Tracestate: congo=t61rcWkgMzE rojo@vendor=00f067aa0ba902b7 x*_-/=a:b
  Baggage: user=ana limit=1;p;q=1 key%20x=value%2C1
  Want-Repr-Digest: sha-256=10 sha-512=3 md5=0`

const dates =
  'Sun,\u00A006\u00A0Nov\u00A01994\u00A008:49:37\u00A0GMT Sunday,\u00A006-Nov-94\u00A008:49:37\u00A0GMT Sun\u00A0Nov\u00A0\u00A06\u00A008:49:37\u00A01994 Fri,\u00A031\u00A0Dec\u00A09999\u00A023:59:59\u00A0GMT'

const id = '0af7651916cd43dd8448eb211c80319c'

/** Values of fields that are not lists. */
const singles = `
  User-Agent: Mozilla/5.0\u00A0(X11;\u00A0Linux)\u00A0x/1 WeirdBot/2.0.1-beta+7\u00A0(a\u00A0(b)\u00A0c) U%20A\u00A0a/b\u00A0c\u00A0(\\)) x_y.z\u00A0(\u00E9;\u00A0"x") x\u00A0(+http://example.org/bot?x=1)
  Cookie: sid="1";\u00A0user=%zz;\u00A0limit=1 _ga=a=b;\u00A0__Host-x=\u00E9;\u00A0$Path={} x%20y=a:b;\u00A0a.b=s%3Ax.y constructor=j:[1];\u00A0__proto__=;\u00A0Authorization=%E4
  Referer: http://localhost/plants?limit=1 https://example.org/?q=%20 http://[::1]:8080/a%20b https://xn--e1afmkfd.example/?a=1&a=2 android-app://a.b.c/ https://example.org/?x=https://example.org
  Origin: null http://localhost:3000 https://example.org http://[::1] moz-extension://5f1c0b52
  From: ana@example.org Ana@EXAMPLE.org "a,b"@example.org
  Max-Forwards: 0 1 10 007
  DNT: 0 1
  Sec-GPC: 1
  Save-Data: on off
  Sec-CH-UA-Mobile: ?0 ?1
  Sec-CH-UA-Platform: "Linux" "Windows" "" "mac\\"OS"
  Sec-Fetch-Site: same-origin same-site cross-site none
  Sec-Fetch-Mode: cors navigate no-cors websocket
  Sec-Fetch-User: ?1
  Priority: u=0 u=7,i i u=3;x="y" x=(a;b)
  Upgrade-Insecure-Requests: 1
  X-Requested-With: XMLHttpRequest com.example.app
  X-Forwarded-Proto: https http https,http HTTPS wss
  X-Forwarded-Host: example.org example.org:443 [::1]:8080 a.example,b.example EXAMPLE.org.
  X-Forwarded-Port: 443 0 443,80
  X-Forwarded-Prefix: /api / /api/ api
  X-Script-Name: /api /
  X-Real-IP: 192.0.2.7 ::1 fe80::1%25eth0 192.0.2.7:4711
  Content-Language: en de,en
  Keep-Alive: timeout=5 timeout=5,max=100
  Range: bytes=0- items=0-1 0-1 bytes=0-0,-1 lines=1-
  Date: ${dates}
  If-Modified-Since: ${dates}
  Accept-Datetime: ${dates}
  Traceparent: 00-${id}-b7ad6b7169203331-00 01-${id}-b7ad6b7169203331-01 fe-${id}-b7ad6b7169203331-ff
  B3: 8448eb211c80319c-b7ad6b7169203331-1 8448eb211c80319c-b7ad6b7169203331-d
  X-B3-TraceId: 8448eb211c80319c ${id}
  X-Amzn-Trace-Id: Root=1-0af76519-16cd43dd8448eb211c80319c;Sampled=1
  X-Cloud-Trace-Context: ${id}/1;o=1
  CF-Ray: 8448eb211c80319c-FRA
  Idempotency-Key: ${id} "8448eb21"`

const valuesByField = (table: string): readonly (readonly [name: string, values: readonly string[]])[] =>
  table
    .trim()
    .split('\n')
    .map((line) => readField(line.trim()))
    .map(([name, text]) => [name, words(text).map((value) => value.replaceAll('\u00A0', ' '))])

const inCapitals = (member: string): string => (member.includes('"') ? member : member.toUpperCase())

/** Whole lists, in two letter cases, on one line and on two. */
const formsOfLists: readonly ((members: readonly string[]) => readonly string[])[] = [
  (members) => [members.join(', ')],
  (members) => [
    members
      .toReversed()
      .map((member) => inCapitals(member))
      .join(','),
  ],
  (members) => [members.slice(1).join(' ,, '), members[0] ?? ''],
]

/** Every member of the lists and every other value is in one of these sets, each of which has every field. */
export const everyForm: readonly (readonly Field[])[] = [
  ...formsOfLists.map((write) =>
    valuesByField(lists).flatMap(([name, members]) => write(members).map((line): Field => [name, line])),
  ),
  ...inRounds(valuesByField(singles).map(([name, values]) => values.map((value): Field => [name, value]))),
]

/** The first of each, the second of each, and so on: those that have fewer begin again. */
function inRounds(all: readonly (readonly Field[])[]): readonly (readonly Field[])[] {
  const longest = Math.max(...all.map(({ length }) => length))
  return Array.from({ length: longest }, (_, round) =>
    all.flatMap((some) => some.slice(round % some.length, (round % some.length) + 1)),
  )
}

/** Names that mean something to other services and their frameworks. */
export const foreignFields: readonly string[] = words(`
  X-User-Id X-User X-Username X-Remote-User Remote-User X-Forwarded-User X-Forwarded-Email X-Auth-Request-User
  X-Authenticated-User X-Authenticated-Userid X-Consumer-Id X-Consumer-Username X-Account-Id X-Tenant-Id X-Org-Id
  X-Customer-Id X-Client-Id X-Impersonate-User Impersonate-User Sudo X-Act-As X-On-Behalf-Of X-Role X-Roles X-Scope
  X-Permissions X-Admin X-Internal X-Debug X-Test X-Verbose X-Real-IP True-Client-IP CF-Connecting-IP X-Client-IP
  X-Cluster-Client-IP X-Forwarded-For X-Original-Forwarded-For X-Forwarded-Server X-Forwarded-Port X-Forwarded-Proto
  X-Forwarded-Prefix X-Script-Name X-Base-Path X-Forwarded-Path X-Original-URL X-Rewrite-URL X-Original-URI X-Original-Method X-HTTP-Method
  X-HTTP-Method-Override X-Method-Override X-Api-Version Api-Version Accept-Version Version X-Version X-Limit X-Offset
  X-Page X-Per-Page X-Sort X-Fields X-Format X-Api-Key Api-Key X-Auth-Token X-Access-Token X-Token X-Authorization
  X-Forwarded-Access-Token X-Id-Token X-Forwarded-Authorization X-Serverless-Authorization
  X-Amzn-Oidc-Identity X-Amzn-Oidc-Accesstoken X-Goog-Authenticated-User-Email X-MS-Client-Principal-Name X-Forwarded-Uri
  X-Forwarded-Method X-Forwarded-Scheme X-Host Sec-WebSocket-Protocol X-Client-Cert X-SSL-Client-Verify Save-Data Prefer`)

/** Users, machines, methods, paths, preferences and switches. */
export const fieldValues: readonly string[] = words(
  '1 2 true on admin /nothing DELETE 127.0.0.1 maxpagesize=1',
)

/**
 * The names of the HTTP Field Name Registry of IANA (2026-11, in the public domain), and names that are common without being
 * registered; with values that mean nothing in most of them.
 *
 * Without those that frame a message, carry the credential or the tag, ask for another protocol, or may rightly fail.
 */
const registered = words(`
  A-IM Accept Accept-Additions Accept-CH Accept-Charset Accept-Datetime Accept-Encoding Accept-Features Accept-Language
  Accept-Patch Accept-Post Accept-Ranges Accept-Signature Access-Control Access-Control-Allow-Credentials
  Access-Control-Allow-Headers Access-Control-Allow-Methods Access-Control-Allow-Origin Access-Control-Expose-Headers
  Access-Control-Max-Age Access-Control-Request-Headers Access-Control-Request-Method Age Allow ALPN Alt-Svc Alt-Used
  Alternates AMP-Cache-Transform Apply-To-Redirect-Ref Authentication-Control Authentication-Info Available-Dictionary
  C-Ext C-Man C-Opt C-PEP C-PEP-Info Cache-Control Cache-Status Cal-Managed-ID CalDAV-Timezones Capsule-Protocol
  CDN-Cache-Control CDN-Loop Cert-Not-After Cert-Not-Before Clear-Site-Data Client-Cert Client-Cert-Chain CMCD-Object
  CMCD-Request CMCD-Session CMCD-Status CMSD-Dynamic CMSD-Static Concealed-Auth-Export Configuration-Context Content-Base
  Content-Digest Content-Disposition Content-ID Content-Language Content-Location Content-MD5 Content-Script-Type
  Content-Security-Policy Content-Security-Policy-Report-Only Content-Style-Type Content-Type Content-Version Cookie Cookie2
  Cross-Origin-Embedder-Policy Cross-Origin-Embedder-Policy-Report-Only Cross-Origin-Opener-Policy
  Cross-Origin-Opener-Policy-Report-Only Cross-Origin-Resource-Policy CTA-Common-Access-Token DASL Date DAV Default-Style
  Delta-Base Deprecation Depth Derived-From Destination Dictionary-ID Differential-ID Digest DPoP-Nonce Early-Data
  EDIINT-Features ETag Expect-CT Expires Ext Forwarded From GetProfile Hobareg If-Modified-Since If-Range IM
  Include-Referred-Token-Binding-ID Isolation Keep-Alive Label Last-Event-ID Last-Modified Link Link-Template Location
  Lock-Token Man Max-Forwards Memento-Datetime Meter Method-Check Method-Check-Expires MIME-Version Negotiate NEL
  OData-EntityId OData-Isolation OData-MaxVersion OData-Version Opt Optional-WWW-Authenticate Ordering-Type Origin
  Origin-Agent-Cluster OSCORE OSLC-Core-Version Overwrite P3P PEP PEP-Info Permissions-Policy PICS-Label Ping-From Ping-To
  Position Pragma Prefer Preference-Applied Priority ProfileObject Protocol Protocol-Info Protocol-Query Protocol-Request
  Proxy-Authenticate Proxy-Authentication-Info Proxy-Authorization Proxy-Features Proxy-Instruction Proxy-Status Public
  Public-Key-Pins Public-Key-Pins-Report-Only Range Redirect-Ref Referer Referer-Root Referrer-Policy Refresh
  Repeatability-Client-ID Repeatability-First-Sent Repeatability-Request-ID Repeatability-Result Replay-Nonce
  Reporting-Endpoints Repr-Digest Retry-After Safe Schedule-Reply Schedule-Tag Sec-GPC Sec-Purpose Sec-Token-Binding
  Security-Scheme Server Server-Timing Set-Cookie Set-Cookie2 SetProfile Signature Signature-Input SLUG SoapAction
  Status-URI Strict-Transport-Security Sunset Surrogate-Capability Surrogate-Control TCN Timeout Timing-Allow-Origin Topic
  Traceparent Tracestate TTL Urgency URI Use-As-Dictionary User-Agent Variant-Vary Vary Via Want-Content-Digest
  Want-Digest Want-Repr-Digest Warning WWW-Authenticate X-Content-Type-Options X-Frame-Options`)

const unregistered = words(`
  DNT Proxy-Connection Save-Data Sec-CH-UA Sec-Fetch-Mode X-Correlation-Id X-Forwarded-For X-Forwarded-Host
  X-Forwarded-Proto X-Request-Id`)

/** In none of these fields do all of them fit the grammar. */
const values: readonly string[] = [
  '',
  ...words('x 1 ?1 "x" " ,;= -1 99999999999999999999 %zz'),
  'Thu, 99 Foo 2026 99:99:99 GMT',
  '{}',
]

/** Leaves room for other fields: a request may have a hundred. */
const fieldsEach = 80

const byGrammar = Map.groupBy(registered.concat(unregistered), (name) => hasGrammar(name))

/**
 * Every value in every field. Fields whose grammar HTTP defines go together: a request that breaks it may get 400, which
 * would hide what the others do.
 */
export const registeredFields: readonly (readonly Field[])[] = [
  byGrammar.get(true) ?? [],
  ...inGroups(byGrammar.get(false) ?? [], fieldsEach),
].flatMap((names) => values.map((value) => names.map((name): Field => [name, value])))

/** Three together leave room for the usual fields within the 16384 octets that a service takes in. */
export const longRegisteredFields: readonly (readonly Field[])[] = inGroups(registered, 3).map((names) =>
  names.map((name): Field => [name, 'A'.repeat(4000)]),
)
