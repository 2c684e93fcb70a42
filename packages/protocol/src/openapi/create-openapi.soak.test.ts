import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { sampleSystems } from '../testing/sample-systems.js'
import { createOpenApi } from './create-openapi.js'

it('passes the strict rules of a public linter', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({
    source: JSON.stringify(createOpenApi(sampleSystems)),
    absoluteRef: 'openapi.json',
    config,
  })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

it('fails the linter if it has an error', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const source = JSON.stringify(createOpenApi(sampleSystems)).replace('"type":"object"', '"type":"objet"')
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(problems).not.toEqual([])
})
