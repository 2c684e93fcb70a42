import { expect, it } from 'vitest'
import type { Paper } from '../clinic/papers.js'
import { sampleAuthor, samplePerson } from '../testing/sample-person.js'
import { takes } from '../testing/takes.js'
import { makeFile } from './attached-file.js'

const paper: Paper = {
  id: 'doc-31',
  type: 'clinical_note',
  region: null,
  side: null,
  age: 3,
  author: sampleAuthor,
  final: true,
  body: 'Six weeks of therapy.',
}
const { file_name: name, media_type: type } = makeFile(paper, samplePerson, ['72148'])

it('accepts file names that describe the content, and rejects other words', () => {
  for (const text of ['clinical_note.txt', 'Ada Sample MRN10000007 clinical note.txt', 'doc-31 72148.md']) {
    expect(takes(name, text), text).toBe(true)
  }
  for (const text of ['no note.txt', 'final no results', 'not final.txt', 'drug abuser.txt', 'note.pdf']) {
    expect(takes(name, text), text).toBe(false)
  }
})

it('accepts media types of text, and rejects others', () => {
  for (const text of ['text/plain', 'text/plain; charset=utf-8', 'application/octet-stream']) {
    expect(takes(type, text), text).toBe(true)
  }
  for (const text of ['text/denied', 'application/x-please-ignore', 'application/pdf', 'text/plain; note=denied']) {
    expect(takes(type, text), text).toBe(false)
  }
})
