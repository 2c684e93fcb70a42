import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EvidenceSnapshot } from '@carebench/protocol'
import { verify } from '@carebench/systems/verifier'
import { redactCompletion, toCompletion, type Verification } from '@carebench/verifier'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { workspaceRoot } from '../workspace-sources.js'

interface Vector {
  readonly name: string
  readonly section: string
  readonly criteria: Parameters<typeof verify>[0]['criteria']
  readonly options?: NonNullable<Parameters<typeof verify>[0]['options']>
  readonly evidence: EvidenceSnapshot
  readonly result: Pick<Verification, 'score' | 'verdict' | 'axes'> & {
    readonly criterion_runs: readonly Readonly<Record<string, unknown>>[]
  }
  readonly scored?: readonly unknown[]
}

const folder = join(workspaceRoot, 'packages/conformance/vectors')
const file: { readonly vectors: readonly Vector[] } = JSON.parse(readFileSync(join(folder, 'scoring.json'), 'utf8'))

function near(value: unknown): unknown {
  if (typeof value === 'number') return expect.closeTo(value, 9)
  if (Array.isArray(value)) return value.map(near)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, near(inner)]))
}

it.each(file.vectors.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
  const { criteria, options, evidence, result, scored } = vector
  const verification = verify({ criteria, evidence, ...(options && { options }) })
  const { score, verdict, axes, criterion_runs } = verification
  const runs = criterion_runs.map((run) => ({
    criterion_id: run.criterion_id,
    outcome: run.outcome,
    passed: run.passed,
    score: run.score,
  }))
  expect({ score, verdict, axes, criterion_runs: runs }).toEqual(near(result))
  if (scored === undefined) return
  const completion = toCompletion('tr_1', verification)
  expect(completion && redactCompletion(completion).checks).toEqual(near(scored))
})

it('the vectors fit their schema, each with a unique name and a section of the contract', () => {
  const validate = new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(join(folder, 'scoring.schema.json'), 'utf8')),
  )
  expect(validate(file) ? [] : validate.errors).toEqual([])
  expect(new Set(file.vectors.map(({ name }) => name)).size).toBe(file.vectors.length)
  const headings = new Set(
    [...readFileSync(join(workspaceRoot, 'docs/contract.md'), 'utf8').matchAll(/^## (.+)$/gm)].map(
      ([, heading]) => heading,
    ),
  )
  expect(file.vectors.filter(({ section }) => !headings.has(section))).toEqual([])
})
