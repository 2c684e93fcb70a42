import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The most packages of others that installing one of ours may bring, without peers. */
export const packageBudgets: Readonly<Record<string, number>> = {
  '@carebench/client': 5,
  '@carebench/verifier': 5,
  '@carebench/msw': 20,
  '@carebench/server': 36,
  carebench: 46,
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The packages of others, `name@version`, that an installed package needs, found as Node finds them. */
export function countPackages(directory: string): Set<string> {
  const seen = new Map<string, boolean>()
  const open = [directory]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const manifest: Manifest = JSON.parse(readFileSync(join(next, 'package.json'), 'utf8'))
    const key = `${manifest.name}@${manifest.version}`
    if (seen.has(key)) continue
    seen.set(key, manifest.name === 'carebench' || manifest.name.startsWith('@carebench/'))
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const found = resolve(name, next)
      if (found !== undefined) open.push(found)
    }
  }
  return new Set([...seen].filter(([, isOurs]) => !isOurs).map(([key]) => key))
}

/** Undefined for an optional dependency that is not installed. */
function resolve(name: string, from: string): string | undefined {
  for (let directory = from; ; directory = dirname(directory)) {
    const found = join(directory, 'node_modules', name)
    if (existsSync(found)) return found
    if (dirname(directory) === directory) return undefined
  }
}
