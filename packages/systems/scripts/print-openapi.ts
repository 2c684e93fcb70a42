/**
 * Prints the interface of a service with all systems as OpenAPI into dist, or into the file that is named, for those
 * who read it as a file.
 */
import { writeFileSync } from 'node:fs'
import { createOpenApi } from '@carebench/protocol/openapi'
import { defaultSystems } from '../src/systems.js'

const document = createOpenApi(defaultSystems)
const file = process.argv[2] ?? new URL('../dist/openapi.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`)
