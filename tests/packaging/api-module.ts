import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** Where a name comes from: a declaration in a file, or an export of another package. */
export type Origin = { readonly file: string; readonly name: string } | { readonly from: string; readonly name: string }

/** A statement that declares a name, as text without comments, and the names it uses. */
export interface Declaration {
  readonly text: string
  readonly uses: ReadonlySet<string>
  /** What it refers to by `import('./file.js').Name`. */
  readonly origins: readonly Origin[]
}

/** The content of a declaration file. */
export interface ApiModule {
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>
  readonly imports: ReadonlyMap<string, Origin>
  /** By exported name. `export *` is not written in this repository and throws. */
  readonly exports: ReadonlyMap<string, Origin>
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** Reads a `.d.ts` file. Throws if it cannot be parsed, or has an export that a report could not show. */
export function readApiModule(file: string): ApiModule {
  const code = readFileSync(file, 'utf8')
  const { program, comments, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const declarations = new Map<string, Declaration[]>()
  const imports = new Map<string, Origin>()
  const exports = new Map<string, Origin>()
  for (const statement of nodesIn(program.body)) {
    if (statement.type === 'ImportDeclaration') {
      for (const one of nodesIn(statement.specifiers)) {
        const name =
          one.type === 'ImportSpecifier'
            ? readName(one.imported)
            : one.type === 'ImportDefaultSpecifier'
              ? 'default'
              : '*'
        imports.set(readName(one.local), toOrigin(file, readString(statement.source), name))
      }
      continue
    }
    if (statement.type === 'ExportAllDeclaration' || statement.type === 'ExportDefaultDeclaration')
      throw new Error(`${file}: expected named exports, got ${code.slice(statement.start, statement.end)}`)
    const declared = statement.type === 'ExportNamedDeclaration' ? asNode(statement.declaration) : statement
    if (declared === undefined) {
      const source = asNode(statement.source)
      for (const one of nodesIn(statement.specifiers)) {
        const local = readName(one.local)
        const origin = source === undefined ? { file, name: local } : toOrigin(file, readString(source), local)
        exports.set(readName(one.exported), origin)
      }
      continue
    }
    const declaration = {
      text: plainText(code, declared, comments),
      uses: identifiersIn(declared),
      origins: inlineImports(declared, file),
    }
    for (const name of declaredNames(declared)) {
      declarations.set(name, [...(declarations.get(name) ?? []), declaration])
      if (statement.type === 'ExportNamedDeclaration') exports.set(name, { file, name })
    }
  }
  return { declarations, imports, exports }
}

function toOrigin(file: string, source: string, name: string): Origin {
  if (!source.startsWith('.')) return { from: source, name }
  const found = join(dirname(file), source.replace(/\.js$/, '.d.ts'))
  if (!existsSync(found)) throw new Error(`${file} imports ${source}, which is not there; run pnpm build.`)
  return { file: found, name }
}

function declaredNames(statement: Node): string[] {
  if (statement.type === 'VariableDeclaration') return nodesIn(statement.declarations).map(({ id }) => readName(id))
  const id = asNode(statement.id)
  return id === undefined ? [] : [readName(id)]
}

/** Returns the source without comments, but with a bare `@deprecated` where a comment has one. */
function plainText(
  code: string,
  node: Node,
  comments: readonly { readonly start: number; readonly end: number }[],
): string {
  let text = ''
  let at = node.start
  for (const { start, end } of comments) {
    if (start < node.start || end > node.end) continue
    text += code.slice(at, start) + (code.slice(start, end).includes('@deprecated') ? '/** @deprecated */' : '')
    at = end
  }
  return (text + code.slice(at, node.end))
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .replace(/^declare /, '')
}

/** Returns the identifiers that may refer to a declaration of the file: all but the names of members. */
function identifiersIn(root: Node): Set<string> {
  const found = new Set<string>()
  visit(root, (node) => {
    if (node.type === 'Identifier') found.add(readName(node))
  })
  return found
}

function inlineImports(root: Node, file: string): Origin[] {
  const found: Origin[] = []
  visit(root, (node) => {
    if (node.type !== 'TSImportType') return
    const qualifier = asNode(node.qualifier)
    const source = readString(node.source)
    if (qualifier !== undefined && source.startsWith('.')) found.push(toOrigin(file, source, leftmost(qualifier)))
  })
  return found
}

function leftmost(node: Node): string {
  return node.type === 'TSQualifiedName' ? leftmost(asNode(node.left) ?? node) : readName(node)
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const [member, value] of Object.entries(node)) {
    if (member === 'key' && node.computed !== true) continue
    if (Array.isArray(value)) for (const one of nodesIn(value)) visit(one, see)
    else {
      const one = asNode(value)
      if (one !== undefined) visit(one, see)
    }
  }
}

function nodesIn(value: unknown): Node[] {
  return Array.isArray(value) ? value.map(asNode).filter((node) => node !== undefined) : []
}

function asNode(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function readName(value: unknown): string {
  const node = asNode(value)
  return String(node?.name ?? node?.value ?? '')
}

function readString(value: unknown): string {
  return String(asNode(value)?.value ?? '')
}
