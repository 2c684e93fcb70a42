import { format } from 'node:util'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createExampleProject, exampleOf } from './printed-examples.js'

/** Pages whose first example is compiled and run here, and what each says that it prints; other READMEs are tested by their packages. */
const pages: readonly (readonly [page: string, example: RegExp])[] = [
  ...[
    'conformance',
    'fhir',
    'msw',
    'patients',
    'playground',
    'protocol',
    'simulators',
    'service',
    'server',
    'site',
    'store',
  ].map((name) => [`packages/${name}/README.md`, /```ts\n([\s\S]*?)```\s*(?:It prints `([^`]*)`)?/] as const),
  ...['statistics', 'records-and-regrading'].map(
    (name) => [`docs/${name}.md`, /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/] as const,
  ),
]
const examples = new Map(pages.map(([page, pattern]) => [page, exampleOf(page, pattern)]))
const project = createExampleProject([...examples.values()].map(({ code }) => code))
afterAll(() => project.remove())

it('the examples of the pages compile', () => {
  expect(project.compile()).toBe('')
})

describe('the example of', () => {
  it.each([...examples].map(([page, example], index) => [page, example, index] as const))(
    '%s prints what the page says',
    async (page, { printed }, index) => {
      const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
      const complaints = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
      try {
        await project.run(index)
        const output = log.mock.calls.map((values) => `${format(...values)}\n`).join('')
        expect(output).not.toBe('')
        for (const complaint of complaints) expect(complaint).not.toHaveBeenCalled()
        // A README tells a line of it, a guide all of it.
        if (page.startsWith('docs/')) expect(output).toBe(printed)
        else expect(output).toContain(printed)
      } finally {
        for (const spy of [log, ...complaints]) spy.mockRestore()
      }
    },
  )
})
