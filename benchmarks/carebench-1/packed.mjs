// The files of a split are kept packed in the repository, all but the manifest: they are fifty times as large. `pnpm install` unpacks
// them, so that every program finds them as they are in the published package.
//
//   node benchmarks/carebench-1/packed.mjs unpack   writes the files of each split whose packed file has changed, or that lacks one
//   node benchmarks/carebench-1/packed.mjs pack     packs the files of each split in which one has changed; takes a minute

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath, URL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

const here = fileURLToPath(new URL('.', import.meta.url))
const splits = readdirSync(here).filter((name) => existsSync(`${here}${name}/manifest.json`))
const commands = { pack, unpack }
const command = commands[process.argv[2]]
if (command === undefined || process.argv.length > 3) {
  process.stderr.write(`Expected ${Object.keys(commands).join(' or ')}, got ${process.argv.slice(2).join(' ')}.\n`)
  process.exitCode = 2
} else {
  for (const split of splits) command(`${here}${split}/`)
}

/** Leaves alone what was written since it was unpacked, and is not packed yet. */
function unpack(folder) {
  const packed = readFileSync(`${folder}files.json.br`)
  const digest = createHash('sha256').update(packed).digest('hex')
  const stamp = `${folder}.unpacked`
  const known = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : { files: [] }
  if (known.digest === digest && known.files.every((name) => existsSync(folder + name))) return
  const files = read(packed)
  for (const [name, text] of Object.entries(files)) writeFileSync(folder + name, text)
  writeFileSync(stamp, JSON.stringify({ digest, files: Object.keys(files) }))
}

function pack(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'manifest.json')
  const files = Object.fromEntries(names.toSorted().map((name) => [name, readFileSync(folder + name, 'utf8')]))
  const text = JSON.stringify(files)
  const file = `${folder}files.json.br`
  if (existsSync(file) && JSON.stringify(read(readFileSync(file))) === text) return
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) }
  writeFileSync(file, brotliCompressSync(text, { params }))
  unpack(folder)
}

function read(packed) {
  return JSON.parse(brotliDecompressSync(packed).toString('utf8'))
}
