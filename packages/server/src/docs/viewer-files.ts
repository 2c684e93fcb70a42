import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The files of Swagger UI that the page needs. */
export const viewerFiles = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const
export type ViewerFile = (typeof viewerFiles)[number]

/** The destination of the build, beside the bundle. */
const built = new URL('./viewer/', import.meta.url)

/**
 * Reads a file of the viewer: from the copy published with this package, or, in a checkout, from the original package.
 */
export async function readViewerFile(name: ViewerFile): Promise<Uint8Array> {
  const copy = new URL(name, built)
  return readFile(existsSync(copy) ? copy : createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`))
}
