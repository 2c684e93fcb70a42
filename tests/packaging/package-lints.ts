import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/**
 * Throws if a packed package breaks a rule of publint, or if its types are not those of its modules wherever they
 * resolve.
 */
export async function lintTarball(tarball: string): Promise<void> {
  const data = new Uint8Array(readFileSync(tarball))
  const { messages, pkg } = await publint({ pack: { tarball: data.buffer }, strict: true })
  const found = messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code)
  const analysis = await checkPackage(createPackageFromTarballData(data))
  if (analysis.types !== false) found.push(...analysis.problems.filter(isForModules).map((one) => JSON.stringify(one)))
  if (found.length > 0) throw new Error(`${tarball} should not be published as it is:\n${found.join('\n')}`)
}

/** Our packages are modules only: how CommonJS would resolve them does not matter. */
function isForModules(problem: Problem): boolean {
  return !('resolutionKind' in problem) || !['node10', 'node16-cjs'].includes(problem.resolutionKind)
}
