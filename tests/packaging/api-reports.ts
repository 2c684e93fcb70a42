import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { makeApiReport } from './api-report.js'
import { changesetsThatName, namesIn } from './changesets.js'
import { type PublishablePackage, workspaceRoot } from './publishable-packages.js'

/** Makes the reports on the exported types of each entry of a package, by file name in its folder `api`. */
function makeReports(pkg: PublishablePackage): Map<string, string> {
  const { exports = {}, publishConfig }: Manifest = JSON.parse(
    readFileSync(join(pkg.directory, 'package.json'), 'utf8'),
  )
  const reports = new Map<string, string>()
  for (const [entry, target] of Object.entries(publishConfig?.exports ?? exports)) {
    if (typeof target === 'string' || target.types === undefined) continue
    const file = join(pkg.directory, target.types)
    if (!existsSync(file)) throw new Error(`${pkg.name} is not built. Run pnpm build first.`)
    const name = entry === '.' ? 'index' : entry.slice(2).replaceAll('/', '-')
    const title = pkg.name + entry.slice(1)
    const heading =
      `# The types of ${title}\n\nWritten by \`pnpm api --update\`. A change needs a changeset that names the ` +
      `package.\n`
    reports.set(`${name}.md`, `${heading}\n\`\`\`ts\n${makeApiReport(file)}\`\`\`\n`)
  }
  return reports
}

interface Manifest {
  readonly exports?: Exports
  readonly publishConfig?: { readonly exports?: Exports }
}
type Exports = Readonly<Record<string, string | { readonly types?: string }>>

/**
 * Compares new reports with the committed ones, and checks that a package whose reports have changed since `base` has a
 * changeset since then. Throws an Error with all differences. Needs a build.
 *
 * @param update - write the reports first
 * @param base - a commit; undefined skips the check for changesets
 */
export function checkApiReports(
  packages: readonly PublishablePackage[],
  update: boolean,
  base: string | undefined,
): void {
  const problems: string[] = []
  for (const pkg of packages) {
    const reports = makeReports(pkg)
    const folder = join(pkg.directory, 'api')
    if (update) writeReports(folder, reports)
    const kept = readReports(folder)
    if (!isSame(kept, reports))
      problems.push(`${pkg.name}: ${describeDifference(kept, reports)}\n  Run pnpm api --update.`)
    if (base === undefined) continue
    const before = readReportsAt(base, folder)
    const isChanged = before.size > 0 && !isSame(before, reports)
    if (isChanged && !changesetsThatName(pkg.name, base))
      problems.push(
        `${pkg.name}: ${describeDifference(before, reports)}\n  No changeset since ${base.slice(0, 12)} names ` +
          'it. Say ' +
          'for users what changes: pnpm changeset.',
      )
  }
  if (problems.length > 0) throw new Error(`The types of exports have changed.\n${problems.join('\n')}`)
}

function writeReports(folder: string, reports: ReadonlyMap<string, string>): void {
  rmSync(folder, { recursive: true, force: true })
  if (reports.size > 0) mkdirSync(folder)
  for (const [name, text] of reports) writeFileSync(join(folder, name), text)
}

function readReports(folder: string): Map<string, string> {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

function readReportsAt(base: string, folder: string): Map<string, string> {
  const names = namesIn(git('ls-tree', '-r', '--name-only', base, '--', `${relative(workspaceRoot, folder)}/`))
  return new Map(names.map((name) => [name.slice(name.lastIndexOf('/') + 1), git('show', `${base}:${name}`)]))
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([name, text]) => other.get(name) === text)
}

/** Returns the first lines that only one of the two has. */
function describeDifference(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string {
  const [old, now] = [before, after].map(
    (reports) => new Set([...reports.values()].flatMap((text) => text.split('\n'))),
  )
  const gone = [...(old ?? [])].filter((line) => now?.has(line) !== true).map((line) => `- ${line}`)
  const come = [...(now ?? [])].filter((line) => old?.has(line) !== true).map((line) => `+ ${line}`)
  const all = [...gone, ...come]
  if (all.length === 0) return 'the lines are in another order'
  const shown = all.slice(0, 12).map((line) => `\n    ${line.slice(0, 160)}`)
  return `${shown.join('')}${all.length > 12 ? `\n    … and ${all.length - 12} more lines` : ''}`
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: workspaceRoot, encoding: 'utf8', maxBuffer: 1e8 })
}
