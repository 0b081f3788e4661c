/**
 * The names of the HTTP Field Name Registry of IANA (2026-11, in the public domain), and names that are common without being
 * registered; with values that mean nothing in most of them. No response depends on any of these.
 */
import { inGroups } from '@plant-store/raw-http'
import type { Field } from '../../exchange.ts'
import { hasGrammar } from '../../oracle/field-grammar.ts'
import { words } from './foreign-words.ts'

/** Without those that frame a message, carry the credential or the tag, ask for another protocol, or may rightly fail. */
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
