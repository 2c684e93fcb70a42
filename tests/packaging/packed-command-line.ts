import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './packed-packages.js'
import type { PublishablePackage } from './publishable-packages.js'

/** Throws if the installed command line cannot run its demo, or does not say what to install for PostgreSQL. */
export function checkCommandLine(pkg: PublishablePackage, project: string, env = process.env): void {
  for (const bin of pkg.bins) {
    const version = run('npx', ['--no-install', bin, '--version'], project, env).trim()
    if (version !== pkg.version) throw new Error(`${bin} --version said ${version}, its package is ${pkg.version}.`)
    const result: { readonly verdict?: unknown } = JSON.parse(
      run('npx', ['--no-install', bin, 'demo', '--json'], project, env),
    )
    if (result.verdict !== 'pass')
      throw new Error(`${bin} demo ended with the verdict ${JSON.stringify(result.verdict)}.`)
    checkMissingDriver(bin, project, env)
  }
}

/** The driver of PostgreSQL is an optional peer; its absence must be a clear error. */
function checkMissingDriver(bin: string, project: string, env: NodeJS.ProcessEnv): void {
  if (existsSync(join(project, 'node_modules/pg'))) throw new Error('pg was installed without being asked for.')
  const flags = ['serve', '--database-url', 'postgres://127.0.0.1:1/none', '--secret-file', 'package.json']
  const { status, stderr } = spawnSync('npx', ['--no-install', bin, ...flags], { cwd: project, encoding: 'utf8', env })
  if (status !== 2 || !stderr.includes('npm install pg'))
    throw new Error(`${bin} without pg ended with ${status}, expected 2 and what to install: ${stderr}`)
}
