// Removes the declarations from `dist` that no entry of the package reaches, because nobody can import them. It is part
// of the build of a package, and runs in the package's folder.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const { exports, publishConfig } = JSON.parse(readFileSync('package.json', 'utf8'))
const open = Object.values(publishConfig?.exports ?? exports)
  .filter((target) => typeof target === 'object' && target.types !== undefined)
  .map((target) => ({ file: resolve(target.types), from: 'package.json' }))
if (open.length === 0) throw new Error(`Expected an entry with types in the exports of ${resolve('package.json')}.`)

const needed = new Set()
for (let next = open.pop(); next !== undefined; next = open.pop()) {
  const { file, from } = next
  if (needed.has(file)) continue
  if (!existsSync(file)) throw new Error(`${from} refers to ${file}, which does not exist. Build the package.`)
  needed.add(file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:\bfrom |\bimport\(|\bimport )['"](\.[^'"]+)['"]/g)) {
    open.push({ file: resolve(dirname(file), path.replace(/\.js$/, '.d.ts')), from: file })
  }
}

const folder = resolve('dist')
for (const path of readdirSync(folder, { recursive: true })) {
  const file = join(folder, path)
  if (path.endsWith('.d.ts') && !needed.has(file)) rmSync(file)
}
