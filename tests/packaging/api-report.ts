import { createHash } from 'node:crypto'
import { type ApiModule, type Origin, readApiModule } from './api-module.js'

/**
 * Characters. A longer declaration is the inferred type of a schema: the report has its beginning and its digest.
 */
const maxDeclarationLength = 4000

/**
 * Returns the exported types of an entry of a package: the declarations of its exports, and those that they use,
 * without comments, sorted by name. Moving a declaration to another file does not change the report. Deterministic.
 *
 * @param file - the `.d.ts` file of the entry
 */
export function makeApiReport(file: string): string {
  const modules = new Map<string, ApiModule>()
  const moduleOf = (path: string) => {
    const known = modules.get(path) ?? readApiModule(path)
    modules.set(path, known)
    return known
  }
  const entry = moduleOf(file)
  const exported = [...entry.exports].map(([name, origin]) => ({ name, place: settle(origin, moduleOf) }))
  const imported = new Set<string>()
  const declared = new Map<string, { readonly name: string; readonly texts: readonly string[] }>()
  const open = exported.map(({ place }) => place)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ('from' in next) {
      imported.add(`import ${next.name === '*' ? '*' : `{ ${next.name} }`} from '${next.from}'`)
      continue
    }
    const key = `${next.file}\n${next.name}`
    if (declared.has(key)) continue
    const module = moduleOf(next.file)
    if (next.name === '*') {
      for (const origin of module.exports.values()) open.push(settle(origin, moduleOf))
      continue
    }
    const declarations = module.declarations.get(next.name) ?? []
    if (declarations.length === 0) throw new Error(`${next.file} has no declaration of ${next.name}.`)
    declared.set(key, { name: next.name, texts: declarations.map(({ text }) => shortened(text)) })
    for (const { uses, origins } of declarations) {
      for (const origin of origins) open.push(settle(origin, moduleOf))
      for (const name of uses) {
        const origin = module.imports.get(name)
        if (origin !== undefined) open.push(settle(origin, moduleOf))
        else if (module.declarations.has(name)) open.push({ file: next.file, name })
      }
    }
  }
  const names = exported.map(({ name, place }) => (place.name === name ? name : `${place.name} as ${name}`))
  const texts = [...declared.values()].map(({ name, texts: own }) => ({ name, text: own.join('\n') }))
  const parts = [
    ...[...imported].toSorted(),
    `export {\n${names
      .toSorted()
      .map((name) => `  ${name},\n`)
      .join('')}}`,
    ...texts.toSorted((a, b) => compare(a.name, b.name) || compare(a.text, b.text)).map(({ text }) => text),
  ]
  return `${parts.join('\n')}\n`
}

/** Follows re-exports to the file with the declaration. The name of a namespace is `*`. */
function settle(origin: Origin, moduleOf: (file: string) => ApiModule): Origin {
  if ('from' in origin || origin.name === '*') return origin
  const module = moduleOf(origin.file)
  if (module.declarations.has(origin.name)) return origin
  const next = module.exports.get(origin.name)
  const isOwn = next !== undefined && 'file' in next && next.file === origin.file
  const found = isOwn ? module.imports.get(next.name) : (next ?? module.imports.get(origin.name))
  if (found === undefined) {
    if (isOwn && module.declarations.has(next.name)) return next
    throw new Error(`${origin.file} does not export ${origin.name}.`)
  }
  return settle(found, moduleOf)
}

function shortened(text: string): string {
  if (text.length <= maxDeclarationLength) return text
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `${text.slice(0, 200)} … ${text.length} characters, sha256 ${digest}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
