import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { workspaceRoot } from './workspace-sources.js'

// Neither package may import the other, and work in steps passes from one to the other.
it('steps are the same in the protocol and in the FHIR package', () => {
  const [protocol, fhir] = ['protocol', 'fhir'].map((name) =>
    readFileSync(join(workspaceRoot, 'packages', name, 'src/steps.ts'), 'utf8'),
  )
  expect(protocol).toContain('export type Steps')
  expect(fhir).toBe(protocol)
})
