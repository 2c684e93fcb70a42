/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as hl7v2 from './index.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1] ?? '')

describe('the examples of the README', () => {
  it('are four', () => expect(blocks).toHaveLength(4))

  it.each(blocks.map((block) => [block.match(/import \{\s(.*?)\s\}/s)?.[1] ?? '', block]))(
    'print what they say: %s',
    (names, block) => {
      const printed: string[] = []
      const code = block.replace(/^import \{.*?\} from .*?$/ms, '')
      const run = new Function('hl7v2', 'console', `const { ${names} } = hl7v2\n${code}`)
      run(hl7v2, { log: (value: unknown) => printed.push(JSON.stringify(value) ?? 'undefined') })
      expect(printed).toEqual([...block.matchAll(/\/\/=> (.*)$/gm)].map((match) => match[1]))
      expect(printed.length).toBeGreaterThan(1)
    },
  )
})
