import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { workspaceRoot } from './publishable-packages.js'

/** Maximum number of third-party packages that installing one of ours brings, without peer dependencies. */
export const packageBudgets: Readonly<Record<string, number>> = {
  '@carebench/client': 5,
  '@carebench/verifier': 5,
  '@carebench/msw': 20,
  '@carebench/server': 36,
  carebench: 46,
}

/** Maximum number of names that the entries of a package export, by its folder. Budgets may only shrink. */
export const nameBudgets: Readonly<Record<string, number>> = {
  arbitraries: 26,
  carebench: 31,
  client: 120,
  conformance: 30,
  fhir: 29,
  fixtures: 8,
  hl7v2: 45,
  msw: 20,
  pagination: 27,
  protocol: 182,
  server: 125,
  service: 79,
  store: 45,
  systems: 90,
  text: 30,
  verifier: 209,
  x12: 71,
}

/** The number of names that the entries of each package export, by its folder, as the reports in `api` have them. */
export function countNames(): Readonly<Record<string, number>> {
  const packages = join(workspaceRoot, 'packages')
  const folders = [...readdirSync(packages).map((name) => join(packages, name)), join(workspaceRoot, 'fixtures')]
  return Object.fromEntries(
    folders
      .map((folder) => [basename(folder), join(folder, 'api')] as const)
      .filter(([, api]) => existsSync(api))
      .map(([name, api]) => [name, readdirSync(api).reduce((sum, file) => sum + namesIn(join(api, file)), 0)]),
  )
}

/** The number of lines in the list of exports with which a report begins. */
function namesIn(report: string): number {
  const [, list] = /^export \{\n([^}]*)^\}/m.exec(readFileSync(report, 'utf8')) ?? []
  if (list === undefined) throw new Error(`${report} has no list of exports. Run pnpm api --update.`)
  return list.trimEnd().split('\n').length
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Returns the third-party packages, `name@version`, that an installed package needs, resolved as Node does. */
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

/** Returns the folder of an installed dependency; undefined if it is optional and not installed. */
function resolve(name: string, from: string): string | undefined {
  for (let directory = from; ; directory = dirname(directory)) {
    const found = join(directory, 'node_modules', name)
    if (existsSync(found)) return found
    if (dirname(directory) === directory) return undefined
  }
}
