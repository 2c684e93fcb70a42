import { readdirSync, readFileSync } from 'node:fs'

const closeOnExec = 0o2_000_000

/**
 * Finds file descriptors above 2 that a child process would inherit, on Linux; returns none elsewhere. Node marks the
 * descriptors that it opens, and low inherited ones, as close-on-exec; higher ones from its own parent would reach
 * children.
 */
export function findInheritedDescriptors(): readonly number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isInherited(descriptor))
}

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0
  } catch {
    // It was closed in the meantime, like the descriptor that listed the folder.
    return false
  }
}
