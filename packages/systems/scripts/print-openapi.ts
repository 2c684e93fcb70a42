/** Writes the OpenAPI document of a service with all systems to dist, or to the given file. */
import { writeFileSync } from 'node:fs'
import { createOpenApi } from '@carebench/protocol/openapi'
import { defaultSystems } from '../src/systems.js'

const document = createOpenApi(defaultSystems)
const file = process.argv[2] ?? new URL('../dist/openapi.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`)
