import { compareAgents, summarizeRuns, type TaskResult } from '@carebench/verifier'
import { expect, it } from 'vitest'
import type { ComparedAgent } from '../facts/compared-agents.js'
import { showComparison } from './comparison-section.js'
import { formatProbability } from './figures.js'

function makeAgents(count: number, tasks = ['A', 'B', 'C', 'D', 'E', 'F']) {
  const runs = Array.from({ length: count }, (_, agent) => {
    const task_runs = tasks.map((task_id, index): TaskResult => {
      const passed = index < agent
      return { task_id, verdict: passed ? 'pass' : 'fail', score: passed ? 1 : 0 }
    })
    return [{ task_runs }]
  })
  const agents = runs.map(
    (own, index): ComparedAgent => ({ name: `a${index}`, summary: summarizeRuns(own), harms: {}, leftUndone: {} }),
  )
  const comparisons = agents.flatMap(({ name }, first) =>
    agents.slice(first + 1).map((other, index) => ({
      agents: [name, other.name] as const,
      ...compareAgents(runs[first] ?? [], runs[first + 1 + index] ?? []),
    })),
  )
  return { agents, comparisons }
}

it('shows each pair of a few agents, and all pairs of many in one table', () => {
  const few = showComparison(makeAgents(4), () => undefined).text
  expect([few.match(/>against</g)?.length, few.includes('id="pairs"')]).toEqual([6, false])
  const many = showComparison(makeAgents(5), () => undefined).text
  expect(many).not.toContain('>against<')
  const cells = [...many.matchAll(/title="(a\d) minus (a\d), p [=<>] [\d.]+">(?:<b>)?([+−]?\d+)/g)]
  expect(cells).toHaveLength(20)
  for (const [, row = '', column = '', points = ''] of cells) {
    const mirrored = cells.find((cell) => cell[1] === column && cell[2] === row)?.[3]
    expect(Number(points.replace('−', '-')) + Number(mirrored?.replace('−', '-'))).toBe(0)
  }
  expect(many).toContain('Of 10 comparisons of equally good agents, about 1 would have p &lt; 0.05.')
})

it('shows no p-value for a few tasks, because it could not be small', () => {
  const many = showComparison(makeAgents(5, ['A', 'B', 'C', 'D', 'E']), () => undefined).text
  expect(many).toContain('The agents have too few tasks in common for p-values.')
  const few = showComparison(makeAgents(2, ['A', 'B', 'C', 'D', 'E']), () => undefined).text
  expect(few).toContain('No p-value: 5 tasks of both, at least 6 are needed for one')
  for (const page of [many, few]) expect(page).not.toMatch(/p (?:=|&lt;|&gt;) [\d.]+|equally good/i)
})

it('never shows a probability as 0', () => {
  expect([0, 1e-9, 0.0011, 0.5, 0.9999, 1].map(formatProbability)).toEqual([
    'p < 0.001',
    'p < 0.001',
    'p = 0.001',
    'p = 0.500',
    'p > 0.999',
    'p = 1',
  ])
})
