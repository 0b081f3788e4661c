/** Header fields by their names, of which no response depends on any: registered, or with a meaning elsewhere. */
import { inGroups } from '@plant-store/raw-http'
import type { Field } from '../../src/exchange.ts'
import { grammars } from '../../src/oracle/field-grammar.ts'
import { words } from './characters.ts'

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
  '1 2 true on admin ben /nothing DELETE 127.0.0.1 maxpagesize=1',
)

/**
 * Names of requests in the HTTP Field Name Registry of IANA (2026-11, in the public domain), and some that are common
 * without being registered; with values that mean nothing in most of them.
 *
 * Without those that frame a message, carry the credential or the tag, ask for another protocol, or may rightly fail.
 */
const registered = words(`
  A-IM Accept Accept-Charset Accept-Datetime Accept-Encoding Accept-Features Accept-Language Accept-Signature
  Access-Control-Request-Headers Access-Control-Request-Method Age Allow ALPN Alt-Used Apply-To-Redirect-Ref
  Available-Dictionary C-Ext C-Man C-Opt C-PEP Cache-Control Cal-Managed-ID CalDAV-Timezones Capsule-Protocol CDN-Loop
  Client-Cert Client-Cert-Chain CMCD-Object CMCD-Request CMCD-Session CMCD-Status Content-Base Content-Digest
  Content-Disposition Content-ID Content-Language Content-Location Content-MD5 Content-Type Content-Version Cookie Cookie2
  CTA-Common-Access-Token DASL Date DAV Default-Style Delta-Base Depth Destination Dictionary-ID Differential-ID Digest
  Early-Data ETag Ext Forwarded From GetProfile Hobareg If-Modified-Since If-Range IM Include-Referred-Token-Binding-ID
  Isolation Keep-Alive Label Last-Event-ID Last-Modified Link Location Lock-Token Man Max-Forwards Method-Check MIME-Version
  Negotiate OData-EntityId OData-Isolation OData-MaxVersion OData-Version Opt Ordering-Type Origin OSCORE OSLC-Core-Version
  Overwrite PEP Ping-From Ping-To Position Pragma Prefer Priority ProfileObject Protocol Protocol-Info Protocol-Query
  Proxy-Authorization Proxy-Features Proxy-Instruction Range Redirect-Ref Referer Referer-Root Repeatability-Client-ID
  Repeatability-First-Sent Repeatability-Request-ID Repr-Digest Schedule-Reply Sec-GPC Sec-Purpose Sec-Token-Binding
  Security-Scheme Signature Signature-Input SLUG SoapAction Surrogate-Capability TCN Timeout Topic Traceparent Tracestate TTL
  Urgency URI User-Agent Via Want-Content-Digest Want-Digest Want-Repr-Digest Warning DNT Proxy-Connection Save-Data
  Sec-CH-UA Sec-Fetch-Mode X-Correlation-Id X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Request-Id`)

/** In none of these fields do all of them fit the grammar. */
const misfits: readonly string[] = [
  '',
  ...words('x 1 ?1 "x" " ,;= -1 99999999999999999999 %zz'),
  'Thu, 99 Foo 2026 99:99:99 GMT',
  '{}',
]

/** Leaves room for other fields: a request may have a hundred. */
const fieldsEach = 80

const byGrammar = Map.groupBy(registered, (name) => grammars.has(name.toLowerCase()))

/**
 * Every value in every field. Fields whose grammar HTTP defines go together: a request that breaks it may get 400, which
 * would hide what the others do.
 */
export const registeredFields: readonly (readonly Field[])[] = [
  byGrammar.get(true) ?? [],
  ...inGroups(byGrammar.get(false) ?? [], fieldsEach),
].flatMap((names) => misfits.map((value) => names.map((name): Field => [name, value])))
