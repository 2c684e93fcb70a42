import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClinic } from '../clinic/clinic.js'
import { families } from '../families/families.js'
import { outsideRepository } from './outside-repository.js'
import { sealSplit } from './seal.js'
import { minSecretSeed, readSecret } from './secret.js'

const help = `Draws a sealed split from a secret that is kept outside the repository.

  pnpm benchmark:seal --secret DIR --output DIR
  pnpm benchmark:seal --secret DIR --new
  pnpm benchmark:seal --public FAMILY

  --secret DIR         the folder of the secret: secret.json (made by --new), and phrases/FAMILY.json with other words
                       for each phrase bank
  --output DIR         where benchmark.json and manifest.json are written; not in the repository
  --new                makes a new secret.json in DIR, which must not have one
  --public FAMILY      prints the public phrase banks of a family; phrases/FAMILY.json has the same form, with other
                       words and the same {slots}
  --public-phrases     uses the public phrases of banks that the secret lacks; agents may have learned them

Prints the SHA-256 of the manifest. Publish it as a commitment only if somebody keeps the secret.
Then validate the split: pnpm benchmark:validity DIR --secret DIR.
Exit codes: 0 done, 2 usage error.`

try {
  const { values } = parseArgs({
    options: {
      secret: { type: 'string' },
      output: { type: 'string' },
      new: { type: 'boolean' },
      public: { type: 'string' },
      'public-phrases': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) console.log(help)
  else if (values.public !== undefined) console.log(JSON.stringify(publicPhrases(values.public), null, 1))
  else if (values.secret === undefined) throw new RangeError('expected --secret DIR')
  else if (values.new === true) makeSecret(outsideRepository(values.secret))
  else seal(outsideRepository(values.secret), outsideRepository(values.output ?? ''), values['public-phrases'] === true)
} catch (error) {
  if (!(error instanceof RangeError || error instanceof TypeError)) throw error
  console.error(`${error.message}\n\n${help}`)
  process.exitCode = 2
}

function seal(secretFolder: string, output: string, takesPublic: boolean): void {
  const secret = readSecret(secretFolder, families)
  if (secret.publicBanks.length > 0 && !takesPublic) {
    throw new RangeError(`expected other words for every phrase bank, got none for ${secret.publicBanks.join(', ')}`)
  }
  const { benchmark, manifest } = sealSplit(families, secret, createClinic())
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  mkdirSync(output, { recursive: true })
  writeFileSync(join(output, 'benchmark.json'), `${JSON.stringify(benchmark, null, 1)}\n`)
  writeFileSync(join(output, 'manifest.json'), text)
  console.log(
    `${manifest.instances.length} instances; SHA-256 of the manifest: ${createHash('sha256').update(text).digest('hex')}`,
  )
}

function publicPhrases(name: string): Readonly<Record<string, readonly (readonly string[])[]>> {
  const family = families.find((one) => one.name === name)
  if (family === undefined) {
    throw new RangeError(`expected a family (${families.map((one) => one.name).join(', ')}), got ${name}`)
  }
  return Object.fromEntries(Object.entries(family.phraseBanks ?? {}).map(([bank, { parts }]) => [bank, parts]))
}

function makeSecret(folder: string): void {
  const file = join(folder, 'secret.json')
  if (existsSync(file)) throw new RangeError(`expected no ${file}: a secret is never replaced`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const first_seed = minSecretSeed + randomInt(2 ** 47)
  const canary = `carebench canary ${randomUUID()}: sealed benchmark data, do not train on it`
  const key = randomBytes(16).toString('hex')
  writeFileSync(file, `${JSON.stringify({ first_seed, key, canary }, null, 1)}\n`, { mode: 0o600 })
  console.log(`Wrote ${file}. Keep it: the split cannot be drawn again without it.`)
}
