import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEnvironment } from './environment.js'

/** How long a program may take to print its version, in milliseconds. */
const timeout = 60_000

/**
 * Returns the version that a program prints for `--version`, such as `2.1.332`; null if it cannot be started or prints
 * none. The program gets a minimal environment and an empty home folder.
 */
export function readProgramVersion(
  program: string,
  source: Readonly<Record<string, string | undefined>>,
): string | null {
  const home = mkdtempSync(join(tmpdir(), 'carebench-version-'))
  try {
    const env = createEnvironment({ source, pass: [], home, variables: {} })
    const { stdout } = spawnSync(program, ['--version'], { cwd: home, env, timeout, encoding: 'utf8', input: '' })
    return /\d+(?:\.\d+)+[\w.+-]*/.exec(stdout ?? '')?.[0] ?? null
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Whether a version is older than another, comparing their numbers in order. */
export function isOlder(version: string, other: string): boolean {
  const [numbers, others] = [version, other].map((text) => (text.match(/^[\d.]+/)?.[0] ?? '').split('.').map(Number))
  for (const [index, number] of (others ?? []).entries()) {
    const own = numbers?.[index] ?? 0
    if (own !== number) return own < number
  }
  return false
}
