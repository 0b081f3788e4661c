/** Methods and paths: request targets for other addresses, and preflights. */
import { adding, answering, bodyless, lacking, refusing } from '../faults/replies.ts'
import { answeringPath, refusingAt, unchecked } from '../faults/routes.ts'
import type { Faults } from '../mutant.ts'
import { field, is404, is405, method, path, request, target } from '../triggers.ts'

const notFound = refusingAt('checkPath', 'notFound')

export const completed: Faults = {
  'scheme-mixed: An absolute-form target whose scheme mixes capitals and small letters, such as Http, is not found.': [
    notFound,
    target(/^(?!http:|HTTP:)[Hh][Tt][Tt][Pp]:/),
  ],
  'address-of-ipv6: An absolute-form target with an IPv6 address gets 400.': [refusingAt('checkForm', 'malformedRequest'), target(/^http:\/\/\[/i)],
  'language-before: A language before the path, such as /en or /pt-BR, is ignored.': answeringPath((text) =>
    /^\/[a-z]{2}(?:-[A-Z]{2})?\/plants$/.test(text),
  ),
  'script-name: The path /plants after the prefix in X-Script-Name is answered.': unchecked(
    'checkPath',
    ({ path: given, headers }) => given === `${headers['x-script-name']?.toString()}/plants`,
  ),
  'path-by-forwarded-uri: The path is taken from X-Forwarded-Uri if the request has it.': ({ checkPath }) => ({
    checkPath: (ask) => checkPath({ ...ask, path: ask.headers['x-forwarded-uri']?.toString() ?? ask.path }),
  }),
  'site-by-x-host: A request with X-Host is taken to be for another site, and gets 404.': [notFound, field('x-host')],
  'plant-by-name: A path of /plants/ and the name of a plant gets a plant.': [
    answering(200, '{"name":"Alder","tag":"Alnus"}', 'application/json'),
    is404,
    request(({ path: given, world }) => world.plants.some(({ name }) => given === `/plants/${encodeURIComponent(name)}`)),
  ],
  'plants-counted: /plants/count gets the number of plants.': [answering(200, '{"count":29}', 'application/json'), is404, path('/plants/count')],
  'plants-as-table: /plants.csv gets a table.': [answering(200, 'name,tag\n', 'text/csv'), is404, path('/plants.csv')],
  'preflight-anywhere: A preflight gets 204 before its path is checked.': [
    answering(204, ''),
    lacking('Content-Length', 'Content-Type'),
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
  'preflight-of-networks: A preflight for a private network gets 204, although neither its answer nor the Allow of a 405 names OPTIONS.': [
    bodyless(204),
    lacking('Allow'),
    adding(['Access-Control-Allow-Private-Network', 'true']),
    is405,
    method('OPTIONS'),
    field('access-control-request-private-network'),
  ],
}
