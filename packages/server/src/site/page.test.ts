import { expect, it } from 'vitest'
import { hashSource } from './hash-source.js'
import { dataElement, markup } from './markup.js'
import { filePage, servedPage, styleElement } from './page.js'

it('computes the same hash as a browser', () => {
  // The example of the Content Security Policy specification.
  expect(hashSource("alert('Hello, world.');")).toBe("'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='")
})

it('renders a served page with its title and head', () => {
  const { text } = servedPage({ title: 'A & B', head: styleElement('p>b{color:red}'), body: markup`<p>x</p>` })
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">/)
  expect(text).toContain('<title>A &amp; B</title>\n<style>p>b{color:red}</style>')
})

it('allows only its own style and script on a page from a file', () => {
  const [style, script] = ['p>b{color:red}', 'if (1 < 2) alert("x")']
  const page = filePage({ title: 'T', style, script, body: markup`<p>x</p>` })
  const policy =
    `default-src 'none'; style-src ${hashSource(style)}; script-src ${hashSource(script)}; img-src data:; base-uri ` +
    `'none'; form-action 'none'`
  expect(page).toContain(`content="${policy.replaceAll("'", '&#39;')}"`)
  expect(page).toContain(`<style>${style}</style>`)
  expect(page).toContain(`<script>${script}</script>`)
})

it('replaces characters that change the text direction on a page from a file, but not in its data', () => {
  const text = 'safe\u202egpj.exe\u2066\0'
  const page = filePage({ title: text, style: '', script: '', body: markup`<p>${text}</p>${dataElement('d', text)}` })
  expect(page).not.toMatch(/[\0\u202a-\u202e\u2066-\u2069]/)
  expect(page).toContain('<p>safe\ufffdgpj.exe\ufffd\ufffd</p>')
  expect(JSON.parse(/json">(.*)<\/script>/.exec(page)?.[1] ?? '')).toBe(text)
})
