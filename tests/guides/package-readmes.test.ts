import { afterAll, expect, it } from 'vitest'
import { createExampleProject, exampleOf } from './printed-examples.js'

/** Packages whose README example is compiled and run from here; the others do it themselves. */
const packages = ['conformance', 'fhir', 'msw', 'protocol', 'simulators', 'service', 'server'] as const

const example = (name: string) =>
  exampleOf(`packages/${name}/README.md`, /```ts\n([\s\S]*?)```\s*(?:It prints `([^`]*)`)?/)
const project = createExampleProject(new Map(packages.map((name) => [name, example(name)])))
afterAll(() => project.remove())

it('compiles the examples', () => {
  expect(project.compile()).toBe('')
})

it.each(packages)('runs the example of %s, which prints what it says', (name) => {
  const output = project.run(name)
  expect(output).not.toBe('')
  expect(output).toContain(example(name).printed)
})
