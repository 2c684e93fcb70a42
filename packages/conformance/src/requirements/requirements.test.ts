import { describe, expect, it } from 'vitest'
import { requirements } from './requirements.js'

/** The sections of the interface specification that state something that can be checked over HTTP. */
const specification = '1 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.10 3 4 4.1 4.2 4.3 4.4 5 7 8 9'
  .split(' ')
  .map((section) => `Specification ${section}`)

describe('the requirements', () => {
  it('have unique ids', () => {
    const ids = requirements.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(500)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('have ids with a topic and a name in kebab-case', () => {
    const shape = /^[a-z][a-z0-9]*(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/
    expect(requirements.map(({ id }) => id).filter((id) => !shape.test(id))).toEqual([])
  })

  it('are unique sentences', () => {
    const statements = requirements.map(({ statement }) => statement)
    expect(statements.filter((statement) => !/^[A-Z`0-9][^\n]{15,}\.$/.test(statement))).toEqual([])
    expect(statements.filter((statement, index) => statements.indexOf(statement) !== index)).toEqual([])
  })

  it('are core exactly if they cite the specification, and cover its sections', () => {
    for (const { id, section, profile } of requirements) {
      expect([id, profile]).toEqual([id, section.startsWith('Specification ') ? 'core' : 'extended'])
    }
    const cited = new Set<string>(requirements.map(({ section }) => section))
    expect(specification.filter((section) => !cited.has(section))).toEqual([])
    expect(
      [...cited].filter((section) => section.startsWith('Specification ') && !specification.includes(section)),
    ).toEqual([])
  })
})
