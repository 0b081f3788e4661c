/** Methods and paths: checks made before those of path and method, and content that names the method. */
import { posix } from 'node:path'
import { credentials } from '../faults/credentials.ts'
import { lacking, unstored } from '../faults/replies.ts'
import { answeringMethod, contentOf, isNoJson, refusingAt } from '../faults/routes.ts'
import type { Change, Faults } from '../mutant.ts'
import { Refusal } from '../server/ask.ts'
import { fieldLines } from '../server/check-form.ts'
import { field, is405, request } from '../triggers.ts'

const hostBehindPath: Change = ({ checkForm }) => ({
  checkForm: (ask) => {
    try {
      checkForm(ask)
    } catch (error) {
      const isHost = error instanceof Refusal && error.entry.error === 40_000 && fieldLines(ask.request, 'host').length !== 1
      if (!isHost || ask.path === '/plants') throw error
    }
  },
})

export const completed: Faults = {
  'two-lines-before-path: Two Authorization lines are refused before path and method are checked.': [
    refusingAt('checkPath', 'misplacedCredential'),
    request((ask) => credentials(ask).length > 1),
  ],
  'repeated-before-all: A repeated limit is refused before path, method and token are checked.': [
    refusingAt('checkPath', 'invalidLimit'),
    request(({ query }) => query.getAll('limit').length > 1),
  ],
  'content-before-method: POST, PUT and PATCH with invalid content labelled as JSON get 400.': [
    refusingAt('checkPath', 'malformedRequest'),
    request((ask) => /^(?:POST|PUT|PATCH)$/.test(ask.method) && isNoJson(ask)),
  ],
  'condition-before-method: PUT, PATCH and DELETE with If-None-Match: * get 412.': [
    unstored(412, 41_201, 'There is a list already.'),
    lacking('Allow'),
    is405,
    request((ask) => /^(?:PUT|PATCH|DELETE)$/.test(ask.method)),
    field('if-none-match', /^\*$/),
  ],
  'host-behind-path: For an unknown path, a request without Host, or with two, gets 404.': hostBehindPath,
  'method-in-form: A form field named _method turns POST into GET.': answeringMethod(
    (ask) =>
      ask.method === 'POST' &&
      /^application\/x-www-form-urlencoded/i.test(ask.headers['content-type'] ?? '') &&
      /(?:^|&)_method=(?:get|head)(?:&|$)/i.test(contentOf(ask)),
  ),
  'dots-in-query: Two dots between slashes in a query remove what precedes them, including the path.': [
    refusingAt('checkPath', 'notFound'),
    request(({ url }) => url.startsWith('/plants?') && posix.normalize(url).split('?')[0] !== '/plants'),
  ],
}
