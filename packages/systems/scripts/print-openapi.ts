/** Prints the interface of a service with all systems as OpenAPI into dist, for those who read it as a file. */
import { writeFileSync } from 'node:fs'
import { createOpenApi } from '@carebench/protocol/openapi'
import { defaultSystems } from '../src/systems.js'

const document = createOpenApi(defaultSystems)
writeFileSync(new URL('../dist/openapi.json', import.meta.url), `${JSON.stringify(document, null, 2)}\n`)
