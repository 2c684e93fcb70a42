import { afterAll, expect, it } from 'vitest'
import { createExampleProject, exampleOf } from './printed-examples.js'

/** Guides whose first example is compiled and run, and prints what stands below it. */
const guides = ['statistics', 'records-and-regrading'] as const

const example = (name: string) => exampleOf(`docs/${name}.md`, /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/)
const project = createExampleProject(new Map(guides.map((name) => [name, example(name)])))
afterAll(() => project.remove())

it('compiles the examples', () => {
  expect(project.compile()).toBe('')
})

it.each(guides)('runs the example of %s, which prints what stands below it', (name) => {
  expect(project.run(name)).toBe(example(name).printed)
})
