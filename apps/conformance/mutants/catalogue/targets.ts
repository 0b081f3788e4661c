/** Class 9, continued: targets that name another address, and preflights. */
import { adding, answering, bodyless, lacking, refusing } from '../faults/replies.ts'
import { answeringPath, refusingAt, unchecked } from '../faults/routes.ts'
import type { Faults } from '../mutant.ts'
import { field, is404, is405, method, path, request, target } from '../triggers.ts'

const notFound = refusingAt('checkPath', 'notFound')

export const completed: Faults = {
  'scheme-mixed: A whole address whose scheme is in small and capital letters, as Http, is not found.': [
    notFound,
    target(/^(?!http:|HTTP:)[Hh][Tt][Tt][Pp]:/),
  ],
  'address-of-ipv6: A whole address with an IPv6 address in it gets 400.': [refusingAt('checkForm', 'malformedRequest'), target(/^http:\/\/\[/i)],
  'language-before: A language before the path, as /en or /pt-BR, does not matter.': answeringPath((text) =>
    /^\/[a-z]{2}(?:-[A-Z]{2})?\/plants$/.test(text),
  ),
  'script-name: A path behind the prefix that X-Script-Name names is answered.': unchecked(
    'checkPath',
    ({ path: given, headers }) => given === `${headers['x-script-name']?.toString()}/plants`,
  ),
  'path-by-forwarded-uri: The path is taken from X-Forwarded-Uri, where that is there.': ({ checkPath }) => ({
    checkPath: (ask) => checkPath({ ...ask, path: ask.headers['x-forwarded-uri']?.toString() ?? ask.path }),
  }),
  'site-by-x-host: The site is looked up by X-Host, and of another one nothing is found.': [notFound, field('x-host')],
  'plant-by-name: The name of a plant behind /plants/ gets that plant.': [
    answering(200, '{"name":"Alder","tag":"Alnus"}', 'application/json'),
    is404,
    request(({ path: given, world }) => world.plants.some(({ name }) => given === `/plants/${encodeURIComponent(name)}`)),
  ],
  'plants-counted: /plants/count tells how many there are.': [answering(200, '{"count":29}', 'application/json'), is404, path('/plants/count')],
  'plants-as-table: /plants.csv is a table.': [answering(200, 'name,tag\n', 'text/csv'), is404, path('/plants.csv')],
  'preflight-anywhere: A preflight is answered with 204 before it is looked whether its path is there.': [
    answering(204, ''),
    lacking('Content-Length'),
    lacking('Content-Type'),
    adding(['Access-Control-Allow-Methods', 'GET'], ['Access-Control-Allow-Origin', '*']),
    is404,
    method('OPTIONS'),
    field('access-control-request-method'),
  ],
  'preflight-of-writing: A preflight for a method that writes gets 403.': [
    refusing(403),
    is405,
    method('OPTIONS'),
    field('access-control-request-method', /^(?:POST|PUT|PATCH|DELETE)$/),
  ],
  'preflight-of-networks: A preflight for a private network is answered, and neither it nor a 405 names OPTIONS.': [
    bodyless(204),
    lacking('Allow'),
    adding(['Access-Control-Allow-Private-Network', 'true']),
    is405,
    method('OPTIONS'),
    field('access-control-request-private-network'),
  ],
}
