/** X-Request-Id: the caller's own, or a new one for every request. */
import { fieldValue } from '../../content.ts'
import { withFields } from '../request.ts'
import type { Law } from '../law.ts'
import { askInTurn } from '../series.ts'

const own = ['a', 'abc-123', 'A.b_c:d-9', '5f1c0b52-8a5e-4c7e-9d0a-3e2b7a9d6c41', 'x'.repeat(64)]
const others = ['', 'x'.repeat(65), 'a b', 'a,b', '"a"', 'a/b', '{}', '<a>', '\u00C3\u00A9']

export const requestIds: Law = {
  name: 'request ids',
  run: async (probe) => {
    const [operation] = probe.knowledge.operations
    if (operation === undefined) {
      return
    }
    const token = probe.parties[0]?.token.mark
    const targets = [operation.path, `${operation.path}-x`]
    await probe.askBriefly(
      [...own, ...others].flatMap((id) =>
        targets.map((target) =>
          probe.write(operation.method, target, { token, fields: [['X-Request-Id', id]] }),
        ),
      ),
    )
    const plain = Array.from({ length: 6 }, () =>
      probe.brief(probe.write(operation.method, operation.path, { token })),
    )
    // An id belongs to a request, not to the connection that it comes over.
    const inTurn = await askInTurn(
      probe,
      plain.flatMap((request, index) => [request, withFields(request, [['X-Request-Id', `law-${index}`]])]),
    )
    const sent = [...(await probe.askAll(plain)), ...inTurn.filter(({ request }) => plain.includes(request))]
    const ids = sent.map(({ outcome }) =>
      'silence' in outcome ? undefined : fieldValue(outcome, 'X-Request-Id'),
    )
    const twice = ids.findIndex((id, index) => id !== undefined && ids.indexOf(id) !== index)
    const [one] = sent.slice(twice)
    if (twice !== -1 && one !== undefined) {
      const due = 'another one for each request'
      probe.findings.tell(
        { rule: 'request-id-sent', came: `X-Request-Id: ${ids[twice] ?? ''} twice`, due },
        one,
        [one.request, one.request],
      )
    }
  },
}
