/** Our own rule for oxlint: loops that ask again until a response is due have an end of their own. */

/** What is read of ESTree. */
interface Node {
  readonly type: string
  readonly parent: Node | null
  readonly test?: Node | null
  readonly update?: Node | null
}

interface Context {
  readonly sourceCode: { getText(node: Node): string }
  readonly report: (found: { readonly node: Node; readonly message: string }) => void
}

const message =
  'Such a loop may wait for ever. `until` and `eventually` of @plant-store/gate/patience give up.'

const waitsEnd = {
  create: (context: Context) => ({
    AwaitExpression: (node: Node): void => {
      const loop = loopAround(node)
      if (loop === undefined) return
      const text = (each: Node): string => context.sourceCode.getText(each)
      const condition = loop.test ? text(loop.test) : ''
      const isPause = /^await (?:setTimeout|delay|sleep)\(/.test(text(node))
      if (/\bawait\b/.test(condition) || (isPause && !/\baborted\b|performance\.now\(\)/.test(condition)))
        context.report({ node: loop, message })
    },
  }),
}

/** The innermost loop around this that counts nothing. */
function loopAround({ parent }: Node): Node | undefined {
  if (parent === null || parent.type.includes('Function')) return undefined
  const { type, test, update } = parent
  const countsNothing = /^(?:Do)?WhileStatement$/.test(type) || (type === 'ForStatement' && !test && !update)
  return countsNothing ? parent : loopAround(parent)
}

// oxlint-disable-next-line import/no-default-export -- oxlint imports plugins so
export default { meta: { name: 'gate' }, rules: { 'waits-end': waitsEnd } }
