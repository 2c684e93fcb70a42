import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verify } from '@carebench/systems/verifier'
import { redactCompletion, toCompletion } from '@carebench/verifier'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { workspaceRoot } from '../workspace-sources.js'
import { computeResult, isNear, readVectorFile, scoringVectors } from './scoring-vectors.js'

const vectors = scoringVectors()

function near(value: unknown): unknown {
  if (typeof value === 'number') return expect.closeTo(value, 9)
  if (Array.isArray(value)) return value.map(near)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, near(inner)]))
}

it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
  const { result, scored } = vector
  const { verification, stated } = computeResult({ verify }, vector)
  expect(stated).toEqual(near(result))
  expect(isNear(stated, result)).toBe(true)
  if (scored === undefined) return
  const completion = toCompletion('tr_1', verification)
  expect(completion && redactCompletion(completion).checks).toEqual(near(scored))
})

it('the vectors fit their schema, each with a unique name and a section of the contract', () => {
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readVectorFile('scoring.schema.json')))
  expect(validate(JSON.parse(readVectorFile('scoring.json'))) ? [] : validate.errors).toEqual([])
  expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length)
  const headings = new Set(
    [...readFileSync(join(workspaceRoot, 'docs/reference/contract.md'), 'utf8').matchAll(/^## (.+)$/gm)].map(
      ([, heading]) => heading,
    ),
  )
  expect(vectors.filter(({ section }) => !headings.has(section))).toEqual([])
})
