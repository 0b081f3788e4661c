/** Which answers a caller may and may not get while access changes. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AccessHistory, type RawResponse, checkResponse } from '../src/access/access-history.ts'

const [oak, elm] = [{ name: 'Oak' }, { name: 'Elm', tag: 'tree' }]

/** Oak; Elm as well from some moment between 10 and 20 on; refused from some moment between 30 and 40 on. */
function changing(): AccessHistory {
  const history = new AccessHistory([oak])
  history.begin([oak, elm], 10)
  history.acknowledge(20)
  history.begin('refused', 30)
  history.acknowledge(40)
  return history
}

const list = (...plants: readonly object[]): RawResponse => ({
  status: 200,
  text: JSON.stringify(plants),
  isWhole: true,
  limit: undefined,
})
const refused: RawResponse = { ...list(), status: 401, text: '{"error":40102}' }

describe('a response whose request was under way', () => {
  const rows: readonly [string, RawResponse, number, number, RegExp | undefined][] = [
    ['before a grant has the list without it', list(oak), 0, 5, undefined],
    ['before a grant does not have it', list(oak, elm), 0, 5, /a plant that is not the caller's: Elm/],
    ['while a grant is made has either list: the older', list(oak), 12, 15, undefined],
    ['while a grant is made has either list: the newer', list(oak, elm), 12, 15, undefined],
    ['after a grant was acknowledged has it', list(oak, elm), 21, 25, undefined],
    ['after a grant was acknowledged does not lack it', list(oak), 21, 25, /never due/],
    ['never has a part of one and a part of the other', list(elm), 12, 15, /never due/],
    ['never has another order', list(elm, oak), 21, 25, /never due/],
    ['while a user is shut out is refused or not: refused', refused, 31, 35, undefined],
    ['while a user is shut out is refused or not: not', list(oak, elm), 31, 35, undefined],
    ['after a user was shut out has no list', list(oak, elm), 41, 45, /a list for a token/],
    ['before a user is shut out is not refused', refused, 21, 25, /a valid token was refused/],
    ['over the whole time has any of the lists', list(oak), 5, 50, undefined],
    ['with a limit has as many plants', { ...list(oak), limit: 1 }, 21, 25, undefined],
    ['with a limit has no more', { ...list(oak, elm), limit: 1 }, 21, 25, /not the caller's: Elm/],
    ['and broke off may begin a list', { ...list(), text: '[{"na', isWhole: false }, 21, 25, undefined],
    [
      'and broke off does not begin another list',
      { ...list(), text: '[{"name":"Elm', isWhole: false },
      0,
      5,
      /never due/,
    ],
    ['and failed shows no plant', { ...list(oak), status: 503 }, 21, 25, /a plant in a response 503/],
    ['and failed says so', { ...list(), status: 503, text: '{"error":50301}' }, 21, 25, undefined],
  ]
  for (const [what, response, start, end, wrong] of rows) {
    test(what, () => {
      const fault = checkResponse(response, changing().during(start, end))
      if (wrong === undefined) assert.equal(fault, undefined)
      else assert.match(fault ?? 'nothing is wrong', wrong)
    })
  }
})

test('a change that was never acknowledged may or may not have taken effect, for ever', () => {
  const history = new AccessHistory([oak])
  history.begin([oak, elm], 10)
  assert.deepEqual(history.during(1000, 2000), [[oak, elm], [oak]])
})
