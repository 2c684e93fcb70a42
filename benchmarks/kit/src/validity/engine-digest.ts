import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Clinic } from '../clinic/clinic.js'
import { families } from '../families/families.js'
import type { Family, Instance } from '../family.js'
import { drawTwins } from './validate-instance.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..')

/** Everything besides the instances that determines the results of checks. */
export interface Engine {
  /** Returns a SHA-256 in hex. Results with another digest are outdated. */
  digestFor(family: Family, instance: Instance): string
}

/**
 * Reads the engine. Its digest covers
 *
 * - the code that the checks reach, in all packages, as it is after minification: the service, the simulated systems,
 *   the verifier with its audit, the client, and the checks themselves. Comments, types, formatting, names of local
 *   variables, tests, and files that nothing here imports (the command line, the runner, the server, pages of reports)
 *   have no part in it;
 * - the environment of the clinic, with the handbook;
 * - the family's solver and harmless mutants, and the reference solutions of the instance's branch twins.
 */
export async function readEngine(clinic: Clinic): Promise<Engine> {
  const shared = await digestOfCode('benchmarks/kit/src/validity/validate-instances.ts')
  const world = sha256(JSON.stringify(clinic.environment))
  const known = new Map<string, string>()
  for (const family of families) {
    const solver = family.solver && sha256(await bundled(`benchmarks/solvers/src/${family.solver.family}.ts`))
    known.set(family.name, sha256(JSON.stringify([shared, world, solver, family.harmlessMutants])))
  }
  return {
    digestFor(family, instance) {
      const twins = drawTwins(instance, { family, clinic }).map(({ branch, solutions }) => [branch, solutions[0]])
      return sha256(JSON.stringify([known.get(family.name) ?? shared, twins]))
    },
  }
}

/** Returns the digest of the code that an entry reaches, and of the environment of the clinic. */
export async function readDigest(entry: string, clinic: Clinic): Promise<string> {
  return sha256(JSON.stringify([await digestOfCode(entry), sha256(JSON.stringify(clinic.environment))]))
}

async function digestOfCode(entry: string): Promise<string> {
  return sha256(await bundled(entry, ['@carebench/benchmark-solvers']))
}

async function bundled(entry: string, external: readonly string[] = []): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: join(root, 'not-written'),
    write: false,
    bundle: true,
    minify: true,
    legalComments: 'none',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    tsconfig: 'tsconfig.base.json',
    conditions: ['@carebench/source', 'module'],
    external: [...external],
    logLevel: 'silent',
  })
  const [output] = outputFiles
  if (output === undefined || outputFiles.length !== 1) {
    throw new RangeError(`expected ${entry} to be bundled into one file, got ${outputFiles.length}`)
  }
  return output.contents
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
