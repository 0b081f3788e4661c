/** What consumers can reach in a package: the declarations that its entries export, and the types that these name. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>
}

/** The text of each declaration, entry by entry. `root` is an installed package; its imports must be installed too. */
export function reachableDeclarations(root: string): string {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const entries = Object.entries(exports).flatMap(([path, entry]) =>
    typeof entry === 'object' && entry.types !== undefined ? [{ path, file: join(root, entry.types) }] : [],
  )
  const program = ts.createProgram({
    rootNames: entries.map(({ file }) => file),
    options: { module: ts.ModuleKind.NodeNext, lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'], types: [] },
  })
  const checker = program.getTypeChecker()
  return entries
    .map(({ path, file }) => {
      const source = program.getSourceFile(file)
      const module = source && checker.getSymbolAtLocation(source)
      const exported = module === undefined ? [] : checker.getExportsOfModule(module)
      const names = exported.map((symbol) => symbol.name).toSorted()
      const texts = declarationsFrom(exported, checker, root)
      return `// ${join(name, path)}: ${names.join(', ')}\n\n${texts.join('\n\n')}\n`
    })
    .join('\n')
}

/** In the order of their names. */
function declarationsFrom(exported: readonly ts.Symbol[], checker: ts.TypeChecker, root: string): string[] {
  const texts = new Map<ts.Statement, string>()
  const visit = (symbol: ts.Symbol | undefined): void => {
    if (symbol === undefined) return
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0
    for (const declaration of (isAlias ? checker.getAliasedSymbol(symbol) : symbol).declarations ?? []) {
      const statement = statementOf(declaration)
      if (statement === undefined || texts.has(statement) || !isOwn(statement, root)) continue
      texts.set(statement, textOf(statement))
      const follow = (node: ts.Node): void => {
        if (ts.isIdentifier(node)) visit(checker.getSymbolAtLocation(node))
        ts.forEachChild(node, follow)
      }
      follow(statement)
    }
  }
  for (const symbol of exported) visit(symbol)
  return [...texts.values()].toSorted((one, other) => (nameIn(one) < nameIn(other) ? -1 : 1))
}

/** The top-level statement that contains the declaration, which may be a member or a parameter. */
function statementOf(declaration: ts.Node): ts.Statement | undefined {
  let node = declaration
  // An import of everything names a whole file.
  while (!ts.isSourceFile(node)) {
    if (ts.isSourceFile(node.parent)) break
    node = node.parent
  }
  return ts.isStatement(node) && !ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)
    ? node
    : undefined
}

const isOwn = (node: ts.Node, root: string): boolean => node.getSourceFile().fileName.startsWith(`${root}/`)

/** With the comment directly before it; an earlier comment is about the file. */
function textOf(statement: ts.Statement): string {
  const text = statement.getSourceFile().text
  const comment = ts.getLeadingCommentRanges(text, statement.getFullStart())?.at(-1)
  return text.slice(comment?.pos ?? statement.getStart(), statement.end)
}

const nameIn = (text: string): string => /^(?:export )?(?:declare )?\w+ (\w+)/m.exec(text)?.[1] ?? text
