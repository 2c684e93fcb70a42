import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** Throws if a packed package breaks a rule of publint. */
export async function lintTarball(tarball: string): Promise<void> {
  const { buffer } = new Uint8Array(readFileSync(tarball))
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true })
  rejectFaults(
    tarball,
    messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code),
  )
}

/**
 * Throws if a packed package has types that do not match its modules, in any mode of resolution for modules. Takes
 * seconds per package and runs nightly; in CI, a strict project compiles all packages.
 */
export async function checkResolution(tarball: string): Promise<void> {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))))
  if (analysis.types === false) return
  rejectFaults(
    tarball,
    analysis.problems.filter(isForModules).map((one) => JSON.stringify(one)),
  )
}

function rejectFaults(tarball: string, found: readonly string[]): void {
  if (found.length > 0) throw new Error(`${tarball} should not be published as it is:\n${found.join('\n')}`)
}

/** Our packages are modules only: how CommonJS would resolve them does not matter. */
function isForModules(problem: Problem): boolean {
  return !('resolutionKind' in problem) || !['node10', 'node16-cjs'].includes(problem.resolutionKind)
}
