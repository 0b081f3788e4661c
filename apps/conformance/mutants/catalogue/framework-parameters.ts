/** Status: query parameters that frameworks, gateways and firewalls take for their own. */
import { finding } from '../faults/lists.ts'
import { answering, failing, redirecting, unstored } from '../faults/replies.ts'
import type { Faults } from '../mutant.ts'
import { is200, parameter, request, target } from '../triggers.ts'

const attack = /<script|\bunion\s+(?:all\s+)?select\b|'\s*or\s+['\d]|\/etc\/passwd/i

export const completed: Faults = {
  'django-lookups: ORM lookups in the query, such as name__startswith and tag__isnull, leave plants out.': finding((found, { query }) =>
    found.filter(({ name, tag }) => {
      const isNull = query.get('tag__isnull')
      return name.startsWith(query.get('name__startswith') ?? '') && (isNull === null || (tag === undefined) === /^true$/i.test(isNull))
    }),
  ),
  'json-server-range: The parameters _start and _end cut the list, as in json-server.': [
    finding((found, { query }) => found.slice(Number(query.get('_start')), Number(query.get('_end')))),
    parameter('_end'),
  ],
  'escaped-fragment: A request with _escaped_fragment_ gets an HTML page rendered for crawlers.': [
    answering(200, '<!doctype html><title>Plants</title>', 'text/html'),
    is200,
    parameter('_escaped_fragment_'),
  ],
  'wsdl: A request with wsdl in the query gets a service description in XML.': [
    answering(200, '<definitions/>', 'text/xml'),
    is200,
    parameter('wsdl'),
  ],
  'cas-ticket: The parameter ticket is taken for a ticket of the central login (CAS) and refused with 403.': [
    unstored(403, 40_301, 'The ticket was not accepted.'),
    is200,
    target(/[?&]ticket=ST-/),
  ],
  'campaign-redirect: Campaign parameters such as utm_source are removed by a 301.': [
    redirecting(301, '/plants'),
    is200,
    target(/[?&](?:utm_\w+|gclid|fbclid)=/),
  ],
  'presigned-403: The parameter X-Amz-Signature is checked and refused with 403.': [failing(403), parameter('X-Amz-Signature')],
  'pair-unpacked: A parameter other than limit with a second equals sign, as at the end of base64, gets 500.': [
    failing(500),
    target(/[?&](?!limit=)[^&=]+=[^&]*=/),
  ],
  'buster-overflow: A parameter other than limit with a number of more than ten digits, such as a time in milliseconds, gets 500.': [
    failing(500),
    target(/[?&](?!limit=)\w+=[1-9]\d{10,14}(?:&|$)/),
  ],
  'search-twice: q or search given twice is read as an array, which has no trim(), and gets 500.': [
    failing(500),
    request(({ query }) => ['q', 'search'].some((name) => query.getAll(name).length > 1)),
  ],
  'search-nested: q or filter with brackets after it is read as an object, which has no trim(), and gets 500.': [
    failing(500),
    target(/[?&](?:q|filter)(?:\[|%5B)\w/i),
  ],
  'wall-by-values: A parameter other than limit whose value looks like an attack gets 403.': [
    failing(403),
    request(({ query }) => [...query].some(([name, value]) => name !== 'limit' && attack.test(value))),
  ],
}
