/**
 * Packs every publishable package into a new or empty folder, so that all can be installed in a project
 * elsewhere. Needs a build.
 *
 *   pnpm pack:all DIR
 */
import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { packAll } from './packed-packages.js'
import { publishablePackages } from './publishable-packages.js'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Expected a folder: pnpm pack:all DIR')
  process.exitCode = 2
} else if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty. Name a new folder.`)
  process.exitCode = 2
} else {
  const tarballs = packAll(publishablePackages(), resolve(folder))
  console.log(`${tarballs.length} packages. Install them together in an empty folder: npm install ${folder}/*.tgz`)
}
