import { format } from 'node:util'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createExampleProject, printedExamples } from './printed-examples.js'

const project = createExampleProject(printedExamples)
afterAll(() => project.remove())

describe('the example of', () => {
  it.each(printedExamples.map(({ page, printed }, index) => [page, printed, index] as const))(
    '%s prints the output shown on the page',
    async (page, printed, index) => {
      const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
      const complaints = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
      try {
        await project.run(index)
        const output = log.mock.calls.map((values) => `${format(...values)}\n`).join('')
        expect(output).not.toBe('')
        for (const complaint of complaints) expect(complaint).not.toHaveBeenCalled()
        // A README shows part of the output, a guide all of it.
        if (page.startsWith('docs/')) expect(output).toBe(printed)
        else expect(output).toContain(printed)
      } finally {
        for (const spy of [log, ...complaints]) spy.mockRestore()
      }
    },
  )
})
