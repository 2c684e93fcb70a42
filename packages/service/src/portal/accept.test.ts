import { expect, it } from 'vitest'
import { isFromBrowser } from './accept.js'

it.each<[method: string, accept: string | undefined, isPage: boolean]>([
  ['GET', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
  ['HEAD', 'text/html', true],
  ['GET', ' TEXT/HTML ; q=1.000 ', true],
  ['GET', 'application/json;q=0.5,text/html;q=0.5', true],
  ['GET', undefined, false],
  ['GET', '', false],
  ['GET', '*/*', false],
  ['GET', 'text/*', false],
  ['GET', 'application/json, text/html;q=0.9', false],
  ['GET', 'text/html;q=0', false],
  ['GET', 'text/html;q=2', false],
  ['GET', 'text/htmlx', false],
  ['POST', 'text/html', false],
  ['PATCH', 'text/html', false],
])('a %s that accepts %s comes from a browser: %s', (method, accept, isPage) => {
  expect(isFromBrowser({ method, headers: accept === undefined ? {} : { accept } })).toBe(isPage)
})

it('treats a POST as one from a browser if it is a form', () => {
  const post = (type: string) => isFromBrowser({ method: 'POST', headers: { 'content-type': type } })
  expect(post('application/x-www-form-urlencoded; charset=utf-8')).toBe(true)
  expect(post('Multipart/Form-Data; boundary=x')).toBe(true)
  expect(post('application/json')).toBe(false)
  expect(post('text/plain')).toBe(false)
})
