import { operations } from '@carebench/protocol'
import { defaultChecks } from '@carebench/systems/verifier'
import { expect, it } from 'vitest'
import { referencePages } from '../../docs/.vitepress/reference/pages.js'

const pages = referencePages()

it('generates a page for each part of the reference, without gaps', () => {
  expect([...pages.keys()]).toEqual([
    'operations',
    'schemas',
    'errors',
    'limits',
    'assertion-kinds',
    'matchers',
    'events',
    'configurations',
    'commands',
    'settings',
    'requirements',
  ])
  for (const [name, text] of pages) expect([name, text.includes('undefined |')]).toEqual([name, false])
})

it('names every operation, kind of assertion, command and requirement', () => {
  expect(pages.get('operations')?.match(/^\| `[A-Z]+ \//gm)?.length).toBeGreaterThan(Object.keys(operations).length)
  for (const { kind } of defaultChecks) expect(pages.get('assertion-kinds')).toContain(`## \`${kind}\``)
  expect(pages.get('commands')).toContain('## `carebench serve-task`')
  expect(pages.get('settings')).toContain('| `--port` | `CAREBENCH_SERVE_PORT` | `8443` |')
  expect(pages.get('requirements')).toContain('`scoring.weighted-mean`')
  expect(pages.get('matchers')).toContain('**Negation** applies from its cue')
})
