import { describe, expect, it } from 'vitest'
import { type Agent, findSurface } from '../runner/agent.js'
import { atSurface, parseSurface } from './agent-surface.js'

function makeAgent(kind: Agent['kind']): Agent {
  return { name: 'a', kind, identity: { x: 1 }, isolation: 'none', run: () => Promise.reject(new Error('unused')) }
}

describe('atSurface', () => {
  it('lets programs work in a browser, as another agent', () => {
    const agent = atSurface(makeAgent('command'), 'browser')
    expect(findSurface(agent)).toBe('browser')
    expect(agent.identity).toEqual({ x: 1, surface: 'browser' })
  })

  it('leaves an agent unchanged if nothing changes, so that its run can continue', () => {
    const agent = makeAgent('http')
    expect(atSurface(agent, undefined)).toBe(agent)
    expect(atSurface(agent, 'http')).toBe(agent)
    expect([findSurface(agent), findSurface(makeAgent('mcp'))]).toEqual(['http', 'tools'])
  })

  it.each([
    ['mcp', 'browser', 'only tools'],
    ['command', 'tools', 'only http or browser'],
    ['reference', 'browser', 'only http'],
  ] as const)('rejects %s agents at %s', (kind, surface, why) => {
    expect(() => atSurface(makeAgent(kind), surface)).toThrow(`--surface ${surface}: the agent a has ${why}`)
  })
})

it('rejects an unknown surface', () => {
  expect(parseSurface('browser')).toBe('browser')
  expect(() => parseSurface('typed')).toThrow('Expected tools, http, browser.')
})
