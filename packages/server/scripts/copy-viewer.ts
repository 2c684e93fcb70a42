/** Copies the files of Swagger UI that the page at /docs needs, with its license, beside the bundle. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { viewerFiles } from '../src/docs/viewer-files.js'

const { resolve } = createRequire(import.meta.url)
const folder = new URL('../dist/viewer/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const name of [...viewerFiles, 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE']) {
  copyFileSync(resolve(`swagger-ui-dist/${name}`), new URL(name, folder))
}
