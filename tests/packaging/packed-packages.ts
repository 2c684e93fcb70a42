import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type PublishablePackage, workspaceRoot } from './publishable-packages.js'

/** Packages with which a project uses ours, in the versions that we test with. */
export const companions = ['fast-check@4.10.2', 'msw@2.15.0', 'vitest@4.1.12', '@types/node@20.19.43'] as const

/** Runs a program and returns its output. If it fails, throws an Error with everything that it printed. */
export function run(command: string, args: readonly string[], cwd: string, env = process.env): string {
  try {
    return execFileSync(command, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1e8,
      env,
    })
  } catch (cause) {
    const output =
      cause instanceof Error && 'stdout' in cause && 'stderr' in cause ? `${cause.stdout}${cause.stderr}` : ''
    throw new Error(`${command} ${args.join(' ')} failed in ${cwd}:\n${output}`, { cause })
  }
}

/**
 * Creates a folder and packs packages into it; returns the files. pnpm replaces `workspace:` ranges and applies
 * publishConfig.
 */
export function packAll(packages: readonly PublishablePackage[], folder: string): string[] {
  for (const { name, directory, isBuilt } of packages) {
    if (isBuilt && !existsSync(join(directory, 'dist'))) throw new Error(`${name} is not built. Run pnpm build first.`)
  }
  mkdirSync(folder)
  const chosen = packages.map(({ name }) => `--filter=${name}`)
  run('pnpm', ['-r', ...chosen, 'pack', '--pack-destination', folder], workspaceRoot)
  const made = readdirSync(folder)
  if (made.length !== packages.length) throw new Error(`Packing ${packages.length} packages made ${made.length} files.`)
  return made.map((file) => join(folder, file))
}

/** Makes a project and installs packages in it, with npm and the given environment. Returns all that npm printed. */
export function createProject(folder: string, wanted: readonly string[], env = process.env): string {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const flags = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...wanted]
  const { status, stdout, stderr } = spawnSync('npm', flags, { cwd: folder, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`npm ${flags.join(' ')} failed in ${folder}:\n${stdout}${stderr}`)
  return stdout + stderr
}

/** Makes a project and installs tarballs in it, with pnpm. Returns all that pnpm printed. */
export function installWithPnpm(folder: string, tarballs: readonly string[], env: NodeJS.ProcessEnv): string {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  // The packages depend on each other by versions that no registry has yet.
  const overrides = tarballs.map((file) => `  '${nameIn(file)}': file:${file}\n`)
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), `overrides:\n${overrides.join('')}`)
  const { status, stdout, stderr } = spawnSync('pnpm', ['add', ...tarballs], { cwd: folder, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`pnpm add failed in ${folder}:\n${stdout}${stderr}`)
  return stdout + stderr
}

/** The name of the package in a tarball. */
function nameIn(tarball: string): string {
  const manifest: { readonly name: string } = JSON.parse(
    run('tar', ['-xzOf', tarball, 'package/package.json'], dirname(tarball)),
  )
  return manifest.name
}

/** Throws if a package was packed with unwanted files, a `workspace:` range or the source condition. */
export function checkContents(pkg: PublishablePackage, project: string): void {
  const installed = join(project, 'node_modules', pkg.name)
  const manifest = readFileSync(join(installed, 'package.json'), 'utf8')
  const { exports }: { readonly exports?: unknown } = JSON.parse(manifest)
  if (manifest.includes('"workspace:')) throw new Error(`${pkg.name} was packed with a workspace: range.`)
  if (JSON.stringify(exports ?? {}).includes('@carebench/source')) {
    throw new Error(`${pkg.name} was packed with the source condition; repeat its exports in publishConfig.`)
  }
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !file.startsWith('node_modules'),
  )
  const unwanted = files.filter((file) =>
    /\.(test|bench)\.|(^|\/)(src|testing|coverage)(\/|$)|\.(tsbuildinfo|map)$/.test(file),
  )
  if (unwanted.length > 0) throw new Error(`${pkg.name} was packed with ${unwanted.join(', ')}.`)
}
