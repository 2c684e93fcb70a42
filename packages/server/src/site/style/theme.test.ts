import { describe, expect, it } from 'vitest'
import { baseStyle } from './base-style.js'
import { plotStyle } from './plot-style.js'
import { reportStyle } from './report-style.js'
import { plainTheme, themeStyle } from './theme.js'

it('sets every token for light and for dark', () => {
  expect(Object.keys(plainTheme.dark)).toEqual(Object.keys(plainTheme.light))
  const style = themeStyle(plainTheme)
  expect(style.match(/--ink:#e7edf4/g)).toHaveLength(2)
  expect(style.match(/--ink:#16202c/g)).toHaveLength(1)
})

describe.each(Object.entries({ baseStyle, reportStyle, plotStyle }))('%s', (_, style) => {
  it('uses only tokens of the theme and properties that its own classes set', () => {
    const own = new Set(['tone', 'own'])
    const used = [...style.matchAll(/var\(--([a-z0-9-]+)/g)].map(([, name]) => name ?? '')
    expect(used.filter((name) => !own.has(name) && !Object.hasOwn(plainTheme.light, name))).toEqual([])
  })

  it('defines no colors', () => {
    expect(style.replaceAll(/@media print\{[\s\S]*$/g, '')).not.toMatch(/#[0-9a-f]{3,8}\b|(?<!s)rgb/)
  })
})
