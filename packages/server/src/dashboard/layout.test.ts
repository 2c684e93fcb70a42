import { finish } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markup } from '../site/markup.js'
import { layOut, showChoice, showField, showForm, showHeading, showProblem, showTable, showTime } from './layout.js'
import { showContent } from './pages/content.js'
import { pathOfRecord } from './readings.js'
import type { Session } from './session/session.js'

const session: Session = { role: 'organization', token: 'vk_a', csrf: 'c', expiresAt: 0 }
const links = { linkTo: (path: string) => path, pathOf: (record: unknown) => pathOfRecord(undefined, '', record) }
const files = { style: '/s.css', script: '/s.js', taskScript: '/t.js' }

/** Returns a page with every kind of part, and the same text in each place. */
function makePage(text: string): string {
  const json = JSON.stringify({ data: [{ id: text, [text]: text, resourceType: text }] })
  const body = markup`${showHeading(text, text, text)}${showField({ name: 'a', label: text, value: text, hint: text })}
${showChoice('b', text, [[text, text]], text)}${showForm(session, '/x', showProblem(text))}\
${showTable(text, [text], [[text]])}${showTime(text)}
${showContent('text/plain', text, links)}${showContent('application/json', json, links)}`
  return finish(layOut({ title: text, body }, session, files, 'n'))
}

it('never turns text into markup, in any place of a page', () => {
  const tags = (page: string) => [...page.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replaceAll(/"[^"]*"/g, '""'))
  const plain = tags(makePage('x'))
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }), (text) => {
      const page = makePage(`x${text}<script>"'&`)
      expect(page).not.toContain('<script>')
      // Long texts are folded, and members get their own columns; neither may add an element that could run a script.
      expect(new Set(tags(page).filter((tag) => /^<(script|style|link|iframe|img|form|input|a) /.test(tag)))).toEqual(
        new Set(plain.filter((tag) => /^<(script|style|link|iframe|img|form|input|a) /.test(tag))),
      )
      expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    }),
  )
})

it('shows messages and interchanges with a line for each segment', () => {
  const shown = (text: string) => showContent('x-application/hl7-v2+er7', text, links).text
  expect(shown('MSH|^~\\&|A\rPID|1')).toContain('MSH|^~\\&amp;|A\nPID|1')
  expect(shown('ISA*00~GS*HS~')).toContain('ISA*00~\nGS*HS~')
  const own = `${'ISA*00'.padEnd(105, ' ')}|GS*HS|`
  expect(shown(own)).toContain('|\nGS*HS|')
  expect(shown('a\rb~c')).not.toContain('~\n')
})

it('keeps the choice from the address, or else selects the first one', () => {
  const choices = [
    ['a', 'A'],
    ['b', 'B'],
  ] as const
  const optionsOf = (chosen: string) =>
    [...showChoice('one', 'One', choices, chosen).text.matchAll(/<option value="([^"]*)"( selected)?>/g)].map(
      ([, value, selected]) => (selected === undefined ? value : `${value}!`),
    )
  expect(optionsOf('')).toEqual(['a', 'b'])
  expect(optionsOf('b')).toEqual(['a', 'b!'])
  expect(optionsOf('<older>')).toEqual(['a', 'b', '&lt;older&gt;!'])
})
