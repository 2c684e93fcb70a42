import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { drawGraph, listFloors, readGraph } from '../../docs/.vitepress/package-graph.js'

it('the drawing of the architecture is that of the sources; pnpm docs:graph draws it again', () => {
  const graph = readGraph()
  expect(listFloors(graph).at(-1)).toEqual(['carebench'])
  expect(drawGraph(graph)).toBe(readFileSync(new URL('../../docs/reference/architecture.svg', import.meta.url), 'utf8'))
})
