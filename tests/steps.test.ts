import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sourcePathsIn, workspaceRoot } from './workspace-sources.js'

// These packages may not import each other, and work in steps passes from one to the other.
it('steps are the same in every package that declares them', () => {
  const read = (path: string) => readFileSync(join(workspaceRoot, path), 'utf8')
  const declaring = sourcePathsIn('packages').filter((path) => read(path).includes('export type Steps<'))
  const names = ['fhir', 'hl7v2', 'protocol', 'x12']
  expect(declaring.toSorted()).toEqual(names.map((name) => `packages/${name}/src/${name === "fhir" ? "resource/" : ""}steps.ts`))
  for (const path of declaring) expect(read(path), path).toBe(read('packages/protocol/src/steps.ts'))
})
