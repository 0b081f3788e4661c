/** Class 3, continued: parameters that frameworks, gateways and their guards take for their own. */
import { finding } from '../faults/lists.ts'
import { answering, failing, redirecting, unstored } from '../faults/replies.ts'
import type { Faults } from '../mutant.ts'
import { is200, parameter, request, target } from '../triggers.ts'

const attack = /<script|\bunion\s+(?:all\s+)?select\b|'\s*or\s+['\d]|\/etc\/passwd/i

export const completed: Faults = {
  'django-lookups: Lookups of an ORM, as name__startswith and tag__isnull, leave plants out.': finding((found, { query }) =>
    found.filter(({ name, tag }) => {
      const isNull = query.get('tag__isnull')
      return name.startsWith(query.get('name__startswith') ?? '') && (isNull === null || (tag === undefined) === /^true$/i.test(isNull))
    }),
  ),
  'json-server-range: The parameters _start and _end, as json-server has them, cut the list.': [
    finding((found, { query }) => found.slice(Number(query.get('_start')), Number(query.get('_end')))),
    parameter('_end'),
  ],
  'escaped-fragment: With _escaped_fragment_ comes the page that was drawn for crawlers.': [
    answering(200, '<!doctype html><title>Plants</title>', 'text/html'),
    is200,
    parameter('_escaped_fragment_'),
  ],
  'wsdl: With wsdl in the query comes a description in XML.': [answering(200, '<definitions/>', 'text/xml'), is200, parameter('wsdl')],
  'cas-ticket: A parameter ticket is taken for one of the central login, and refused with 403.': [
    unstored(403, 40_301, 'The ticket was not accepted.'),
    is200,
    target(/[?&]ticket=ST-/),
  ],
  'campaign-redirect: Parameters of campaigns, as utm_source, are taken away by 301.': [
    redirecting(301, '/plants'),
    is200,
    target(/[?&](?:utm_\w+|gclid|fbclid)=/),
  ],
  'presigned-403: A parameter X-Amz-Signature is looked at, and refused.': [failing(403), parameter('X-Amz-Signature')],
  'pair-unpacked: Another parameter with a second sign of equality, as base64 ends with, gets 500.': [
    failing(500),
    target(/[?&](?!limit=)[^&=]+=[^&]*=/),
  ],
  'buster-overflow: Another parameter with a number of more than ten digits, as of a time in milliseconds, gets 500.': [
    failing(500),
    target(/[?&](?!limit=)\w+=[1-9]\d{10,14}(?:&|$)/),
  ],
  'search-twice: Where q or search is given twice, it is a list, which has no trim(): 500.': [
    failing(500),
    request(({ query }) => ['q', 'search'].some((name) => query.getAll(name).length > 1)),
  ],
  'search-nested: Where q or filter has brackets behind it, it is an object, which has no trim(): 500.': [
    failing(500),
    target(/[?&](?:q|filter)(?:\[|%5B)\w/i),
  ],
  'wall-by-values: Values of other parameters that look like an attack get 403.': [
    failing(403),
    request(({ query }) => [...query].some(([name, value]) => name !== 'limit' && attack.test(value))),
  ],
}
