import { afterAll, expect, it } from 'vitest'
import { createExampleProject, printedExamples } from './printed-examples.js'

const project = createExampleProject(printedExamples)
afterAll(() => project.remove())

it('the examples of the pages compile', () => {
  expect(project.compile()).toBe('')
})
